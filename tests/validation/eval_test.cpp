// `aspic eval` against sums written out in double here: T09 (5) density, (47) pressure, (51) pressure force, Morris and Monaghan viscosity, kernels.

#include "aspic/io/csv.h"
#include "support/program.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace aspic;

namespace
{
constexpr double tolerance = std::is_same_v<Real, float> ? 2e-5 : 1e-10; // float sums of some thirty terms

/// Cubic spline with support h in 3D and its slope, as in Monaghan 1992 with h/2.
double w(double r, double h)
{
    const double q = r / h, s = 8 / (pi * h * h * h);
    return q >= 1 ? 0 : q < 0.5 ? s * (6 * q * q * q - 6 * q * q + 1) : 2 * s * std::pow(1 - q, 3);
}
double dw(double r, double h)
{
    const double q = r / h, s = 8 / (pi * h * h * h * h);
    return q >= 1 ? 0 : q < 0.5 ? s * (18 * q * q - 12 * q) : -6 * s * std::pow(1 - q, 2);
}

class Eval : public testing::Test
{
protected:
    void SetUp() override
    {
        folder_ = std::filesystem::temp_directory_path() / ("aspic_eval_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::map<std::string, std::vector<double>> table(const std::string& arguments)
    {
        const Outcome outcome = run_program(folder_, "eval " + arguments + " -o result.csv");
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        std::map<std::string, std::vector<double>> columns;
        const Result<CsvTable> table = read_csv(folder_ / "result.csv");
        for (const CsvColumn& column : table.value().columns)
            columns[column.name] = column.values;
        return columns;
    }

    std::filesystem::path folder_;
};

struct Particle
{
    Vec3d x, v;
    double m;
};
} // namespace

TEST_F(Eval, GivesTheTermsOfAStep)
{
    RandomNumbers random(12);
    std::vector<Particle> particles(60);
    std::ofstream file(folder_ / "points.csv");
    file << "x,y,z,velocity_x,velocity_y,velocity_z,mass\n";
    file.precision(17);
    for (Particle& p : particles)
    {
        p = {random.in_box({0, 0, 0}, {0.3, 0.3, 0.3}), random.in_box({-1, -1, -1}, {1, 1, 1}), random.between(0.5, 1.5)};
        // single precision reads the same numbers
        p.v = convert<double>(convert<Real>(p.v));
        p.m = static_cast<Real>(p.m);
        file << p.x.x << ',' << p.x.y << ',' << p.x.z << ',' << p.v.x << ',' << p.v.y << ',' << p.v.z << ',' << p.m << '\n';
    }
    file.close();
    const double h = 0.2, c = 30, mu = 3, alpha = 0.2;
    auto result = table("points.csv --set spacing=0.1 --set 'solvers.pressure.weakly_compressible={\"sound_speed\":30,\"gamma\":7,"
                        "\"negative_factor\":1,\"artificial_viscosity\":0.2}' --set materials.fluid.viscosity=3 --set gravity='[1,2,3]'");
    ASSERT_EQ(result["density"].size(), particles.size());

    std::vector<double> rho(particles.size()), p(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i)
    {
        for (const Particle& other : particles)
            rho[i] += other.m * w(norm(particles[i].x - other.x), h);
        p[i] = 1000 * c * c / 7 * (std::pow(rho[i] / 1000, 7) - 1);
        EXPECT_NEAR(result["density"][i], rho[i], tolerance * rho[i]);
        EXPECT_NEAR(result["pressure"][i], p[i], tolerance * 1000 * c * c * std::pow(rho[i] / 1000, 7) + 10 * tolerance * 1000 * c * c);
        EXPECT_EQ(result["gravity_y"][i], 2);
    }
    for (std::size_t i = 0; i < particles.size(); ++i)
    {
        Vec3d push, drag;
        double push_size = 0, drag_size = 0;
        for (std::size_t j = 0; j < particles.size(); ++j)
        {
            const Vec3d x = particles[i].x - particles[j].x, v = particles[i].v - particles[j].v;
            const double r = norm(x);
            if (i == j || r >= h)
                continue;
            const Vec3d gradient = (dw(r, h) / r) * x;
            const double softened = r * r + 0.01 * h * h, m = particles[j].m;
            const double brake = alpha * c * h / 2 * std::min(0.0, dot(v, x)) / (0.5 * (rho[i] + rho[j]) * softened);
            const Vec3d f = (m * (brake - p[i] / (rho[i] * rho[i]) - p[j] / (rho[j] * rho[j]))) * gradient;
            const Vec3d d = (m * 2 * mu / (rho[i] * rho[j]) * dot(x, gradient) / softened) * v;
            push += f;
            drag += d;
            push_size += norm(f);
            drag_size += norm(d);
        }
        for (const auto& [axis, name] : {std::pair{0, "x"}, {1, "y"}, {2, "z"}})
        {
            EXPECT_NEAR(result[std::string("pressure_acceleration_") + name][i], push[axis], 10 * tolerance * push_size);
            EXPECT_NEAR(result[std::string("viscous_acceleration_") + name][i], drag[axis], tolerance * drag_size);
        }
    }
}

TEST_F(Eval, GivesKernelsInFullPrecision)
{
    auto result = table("--kernel-at 0,0.05,0.1,0.15,0.2,0.3 --set spacing=0.1");
    for (std::size_t k = 0; k < 6; ++k)
    {
        const double r = result["r"][k];
        EXPECT_NEAR(result["w"][k], w(r, 0.2), 1e-12 * w(0, 0.2));
        EXPECT_NEAR(result["dw"][k], dw(r, 0.2), 1e-12 * std::abs(dw(0.07, 0.2)));
    }
}

TEST_F(Eval, RefusesWhatItCannotUse)
{
    std::ofstream(folder_ / "odd.csv") << "x,y,material\n0,0,3\n";
    std::ofstream(folder_ / "light.csv") << "x,y,mass\n0,0,0\n";
    EXPECT_EQ(run_program(folder_, "eval").code, 2);
    EXPECT_EQ(run_program(folder_, "eval odd.csv").code, 2);
    EXPECT_NE(run_program(folder_, "eval odd.csv").error.find("material 3"), std::string::npos);
    EXPECT_EQ(run_program(folder_, "eval light.csv").code, 2);
    EXPECT_EQ(run_program(folder_, "eval missing.csv").code, 4);
    EXPECT_EQ(run_program(folder_, "eval odd.csv --set spacin=1").code, 2);
}

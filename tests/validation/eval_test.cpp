// `aspic eval` against sums written out in double here: T09 (5) density, the continuity equation with δ-SPH's diffusion, (47) pressure, (51) pressure force,
// Morris and Monaghan viscosity, cohesion after Becker and Teschner, ghosts behind a wall T09 (55), kernels.

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

/// A sum of vectors, and that of their lengths, by which its error is measured.
struct Term
{
    Vec3d sum;
    double size = 0;

    void add(const Vec3d& v)
    {
        sum += v;
        size += norm(v);
    }
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
    const double h = 0.2, c = 30, mu = 3, alpha = 0.2, delta = 0.15, sigma = 7;
    auto result = table("points.csv --set spacing=0.1 --set 'solvers.pressure.weakly_compressible={\"sound_speed\":30,\"gamma\":7,"
                        "\"negative_factor\":1,\"artificial_viscosity\":0.2,\"density\":{\"continuity\":{\"diffusion\":0.15}}}' "
                        "--set materials.fluid.viscosity=3 --set materials.fluid.surface_tension=7 --set gravity='[1,2,3]'");
    ASSERT_EQ(result["density"].size(), particles.size());

    const std::size_t n = particles.size();
    std::vector<double> rho(n), p(n);
    for (std::size_t i = 0; i < n; ++i)
    {
        for (const Particle& other : particles)
            rho[i] += other.m * w(norm(particles[i].x - other.x), h);
        p[i] = 1000 * c * c / 7 * (std::pow(rho[i] / 1000, 7) - 1);
        EXPECT_NEAR(result["density"][i], rho[i], tolerance * rho[i]);
        EXPECT_NEAR(result["pressure"][i], p[i], tolerance * 1000 * c * c * std::pow(rho[i] / 1000, 7) + 10 * tolerance * 1000 * c * c);
        EXPECT_EQ(result["gravity_y"][i], 2);
    }
    const auto moment = [&](int power) { // ∫ ω r^n dr: what cohesion is measured by
        double sum = 0;
        for (int k = 0; k < 10000; ++k)
            sum += w((k + 0.5) * h / 10000, h) * std::pow((k + 0.5) * h / 10000, power) * h / 10000;
        return sum;
    };
    const double lambda = moment(5) / (h * moment(4));
    const double kappa = sigma / (1000.0 * 1000 * pi / 8 * (moment(6) / h - lambda * moment(5)));
    for (std::size_t i = 0; i < n; ++i)
    {
        Term push, drag, brake, pull;
        double filled = 0, rate = 0, rate_size = 0;
        for (std::size_t j = 0; j < n; ++j)
        {
            const Vec3d x = particles[i].x - particles[j].x, v = particles[i].v - particles[j].v;
            const double r = norm(x), m = particles[j].m;
            if (r >= h)
                continue;
            filled += m / rho[j] * w(r, h);
            if (i == j)
                continue;
            const Vec3d gradient = (dw(r, h) / r) * x;
            const double softened = r * r + 0.01 * h * h / 4;
            push.add((-m * (p[i] / (rho[i] * rho[i]) + p[j] / (rho[j] * rho[j]))) * gradient);
            brake.add((m * alpha * c * h / 2 * std::min(0.0, dot(v, x)) * 0.5 * (1 / rho[i] + 1 / rho[j]) / softened) * gradient);
            drag.add((m * 2 * mu / (rho[i] * rho[j]) * dot(x, gradient) / (r * r)) * v);
            pull.add((-kappa * m * w(r, h) * (r / h - lambda)) * x);
            // No force has pushed yet: nothing but the difference of densities is diffused.
            const double flow = rho[i] * m / rho[j] * dot(v, gradient);
            const double spread = delta * h / 2 * c * 2 * m / rho[j] * (rho[j] - rho[i]) * (-dot(x, gradient) / (r * r));
            rate += flow + spread;
            rate_size += std::abs(flow) + std::abs(spread);
        }
        EXPECT_NEAR(result["kernel_sum"][i], filled, tolerance * filled);
        EXPECT_NEAR(result["density_rate"][i], rate, 10 * tolerance * rate_size);
        for (const auto& [axis, name] : {std::pair{0, "x"}, {1, "y"}, {2, "z"}})
        {
            EXPECT_NEAR(result[std::string("pressure_acceleration_") + name][i], push.sum[axis], 10 * tolerance * push.size);
            // These are differences of all forces and the pressure's: they have its error too.
            EXPECT_NEAR(result[std::string("viscous_acceleration_") + name][i], drag.sum[axis], tolerance * (drag.size + push.size));
            EXPECT_NEAR(result[std::string("artificial_viscosity_") + name][i], brake.sum[axis], tolerance * (brake.size + push.size));
            EXPECT_NEAR(result[std::string("cohesion_") + name][i], pull.sum[axis], tolerance * pull.size);
        }
    }
}

TEST_F(Eval, CountsTheGhostsOfWalls) // T09 (55): with half a space of them, a lattice above is as dense as it is inside
{
    std::ofstream file(folder_ / "points.csv");
    file << "x,y,z\n";
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 9; ++j)
            for (int k = 0; k < 9; ++k)
                file << 0.1 * (i - 4) << ',' << 0.1 * (j + 0.5) << ',' << 0.1 * (k - 4) << '\n';
    file.close();
    const std::string wall = R"({"shape":{"box":{"from":[-1.05,-0.6,-1.05],"to":[1.05,0,1.05]}},"ghosts":")";
    auto with = table("points.csv --set spacing=0.1 --set 'walls.floor=" + wall + "free_slip\"}'");
    auto without = table("points.csv --set spacing=0.1 --set 'walls.floor=" + wall + "none\"}'");
    ASSERT_EQ(with["density"].size(), 729U); // ghosts count, but have no rows
    ASSERT_EQ(without["density"].size(), 729U);
    const std::size_t floor = 4 * 81 + 0 * 9 + 4, inside = 4 * 81 + 4 * 9 + 4;
    EXPECT_NEAR(with["position_y"][floor], 0.05, 1e-12);
    EXPECT_NEAR(with["density"][floor], with["density"][inside], 1e-5 * with["density"][inside]); // float sums
    EXPECT_LT(without["density"][floor], 0.9 * with["density"][inside]);
    EXPECT_EQ(without["density"][inside], with["density"][inside]);
    EXPECT_EQ(with["neighbors"][floor], with["neighbors"][inside]);
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

// A fluid in a hundred lines: T09 algorithm 5 with its mistakes corrected, and nothing else. It needs no library:
//     g++ -std=c++20 -O2 examples/00_sph_in_100_lines.cpp -o sph && ./sph
// A column of water collapses in a tank; the picture is drawn with letters. Each block names the part of Aspic that does the same
// in earnest: for a million particles, in space, on all cores, with the same bits every time.

#include <cmath>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

struct Vec2
{
    double x = 0, y = 0;
};
Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
double length(Vec2 a) { return std::sqrt(a.x * a.x + a.y * a.y); }

// ---- the scene: SI units (src/aspic/scene) -----------------------------------------------------------------------------------------
constexpr double spacing = 0.05, h = 2 * spacing; // distance of particles, support radius of the kernel
constexpr double rho_0 = 1000, sound = 60;        // rest density; ten times the fastest flow keeps the density within about 1 %
constexpr double mass = rho_0 * spacing * spacing;
constexpr double stiffness = rho_0 * sound * sound / 7;
constexpr Vec2 gravity{0, -9.81};
constexpr double tank_width = 4, dt = 0.2 * h / (sound + 6);

// ---- the kernel: T09 (89), (90), normalised for the plane (src/aspic/operators/smoothing_kernel.h) -----------------------------------
double kernel(double r)
{
    const double q = r / h;
    return q < 1 ? 4 / (M_PI * h * h) * std::pow(1 - q * q, 3) : 0;
}
Vec2 kernel_gradient(Vec2 x_ij)
{
    const double q = length(x_ij) / h;
    return q < 1 ? (-24 / (M_PI * h * h) / (h * h) * std::pow(1 - q * q, 2)) * x_ij : Vec2{};
}

// ---- who is near whom: T09 (42) (src/aspic/neighbors) ------------------------------------------------------------------------------
using Lists = std::vector<std::vector<std::size_t>>;

Lists find_neighbors(const std::vector<Vec2>& x)
{
    const auto cell = [](double a) { return static_cast<long>(std::floor(a / h)); };
    const auto key = [](long i, long j) { return i * 1000003 + j; };
    std::unordered_map<long, std::vector<std::size_t>> grid;
    for (std::size_t i = 0; i < x.size(); ++i)
        grid[key(cell(x[i].x), cell(x[i].y))].push_back(i);
    Lists near(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        for (long di = -1; di <= 1; ++di)
            for (long dj = -1; dj <= 1; ++dj)
                for (const std::size_t j : grid[key(cell(x[i].x) + di, cell(x[i].y) + dj)])
                    if (length(x[i] - x[j]) < h)
                        near[i].push_back(j);
    return near;
}

// ---- one step: T09 algorithm 5, with (47) and (51) in place of its pressure lines (src/aspic/simulation/step.cpp) ---------------------
void step(std::vector<Vec2>& x, std::vector<Vec2>& v)
{
    const Lists near = find_neighbors(x); // x → N
    std::vector<double> p_over_rho2(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        double rho = 0; // x → ρ: T09 (5)
        for (const std::size_t j : near[i])
            rho += mass * kernel(length(x[i] - x[j]));
        const double p = stiffness * (std::pow(rho / rho_0, 7) - 1); // ρ → p: T09 (47)
        p_over_rho2[i] = std::fmax(p, 0) / (rho * rho);              // no suction: T09 (54) with ζ = 0
    }
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        Vec2 a = gravity;
        for (const std::size_t j : near[i]) // p → a: T09 (51)
            a = a - (mass * (p_over_rho2[i] + p_over_rho2[j])) * kernel_gradient(x[i] - x[j]);
        v[i] = v[i] + dt * a; // a → v: T09 (58)
    }
    for (std::size_t i = 0; i < x.size(); ++i)
    {
        x[i] = x[i] + dt * v[i]; // v → x: T09 (59)
        if (x[i].x < 0 || x[i].x > tank_width)
            x[i].x = std::fmin(std::fmax(x[i].x, 0), tank_width), v[i].x = 0; // walls
        if (x[i].y < 0)
            x[i].y = 0, v[i].y = 0;
    }
}

void draw(const std::vector<Vec2>& x, double time)
{
    std::vector<std::string> rows(11, std::string(80, ' '));
    for (const Vec2 p : x)
        if (const auto row = static_cast<std::size_t>(p.y / 0.2); row < rows.size())
            rows[row][static_cast<std::size_t>(std::fmin(p.x / tank_width * 80, 79))] = 'o';
    std::printf("t = %.2f s\n", time);
    for (std::size_t row = rows.size(); row-- > 0;)
        std::printf("|%s|\n", rows[row].c_str());
}

int main()
{
    std::vector<Vec2> x, v;
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 40; ++j)
            x.push_back({(i + 0.5) * spacing, (j + 0.5) * spacing});
    v.resize(x.size());
    const int steps_per_picture = static_cast<int>(0.3 / dt);
    for (int n = 0; n <= 3 * steps_per_picture; ++n)
    {
        if (n % steps_per_picture == 0)
            draw(x, n * dt);
        step(x, v);
    }
}

#pragma once

#include "aspic/math/quaternion.h"
#include "aspic/operators/elasticity.h"

#include <vector>

namespace aspic
{
/// The energy of one particle, K21 (11) and K21 (20), as a quadratic form in one coordinate c of itself and its neighbours: the same for x, y and z. With G c = Σ_j (c_j − c_i) g_ij, K21 (12), and the errors K21 (21),
/// (G c)·X_ij − (c_i − c_j), tied by k_ij, its matrix is Gᵀ (s + K) G + Gᵀ Y + Yᵀ G + D, where K = Σ_j k X Xᵀ, Y holds the k_ij X_ij (of i itself −Σ k X), D = Σ_j k_ij (e_j − e_i)(e_j − e_i)ᵀ and s is the
/// stiffness of strain. With y = Y + (s + K) g/2 an entry (a, b) is y_a·g_b + y_b·g_a + D_ab, which rounding leaves symmetric.
class StretchEnergy
{
public:
    struct Part
    {
        Index particle;
        Vec3d g, y; ///< [1/m], [N]
        double k;   ///< [N/m] of i itself their sum
    };

    /// `volume_share`: of λ that counts as stretch.
    StretchEnergy(const RestView& rest, const Vec4& stiffness, Index i, double volume_share = 0)
    {
        const double volume = stiffness.w, ties = volume * double(stiffness.xyz.z);
        const double strain = volume * (double(stiffness.xyz.x) + volume_share * double(stiffness.xyz.y));
        const Mat3d L = in_double(rest.L[i]), tied = in_double(rest.tied[i]);
        const auto half_stiff = [&](const Vec3d& g) { return 0.5 * (strain * g + ties * (tied * g)); };
        Part own{i, {}, {}, 0};
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            const Vec3d X_ij = convert<double>(rest.offset(j));
            const double k = ties * double(rest.tie[j]);
            const Vec3d g = double(rest.slope[j]) * (L * X_ij);
            parts_.push_back({j.column, g, half_stiff(g) + k * X_ij, k});
            own.g -= g;
            own.y -= parts_.back().y;
            own.k += k;
        });
        parts_.push_back(own);
    }

    /// Of the neighbours; the last is that of i itself.
    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

    [[nodiscard]] bool is_own(const Part& a) const { return &a == &parts_.back(); }

    /// Of the matrix [N/m].
    [[nodiscard]] double entry(const Part& a, const Part& b) const
    {
        const double tie = &a == &b ? a.k : is_own(a) ? -b.k : is_own(b) ? -a.k : 0;
        return (dot(a.y, b.g) + dot(a.g, b.y)) + tie;
    }

private:
    static Mat3d in_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }

    std::vector<Part> parts_;
};
} // namespace aspic

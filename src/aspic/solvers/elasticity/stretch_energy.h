#pragma once

#include "aspic/math/quaternion.h"
#include "aspic/operators/elasticity.h"
#include "aspic/solvers/elasticity/stretch_matrix.h"

#include <algorithm>
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
        const Mat3d L = in_double(rest.L[i]);
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            const Vec3d X_ij = convert<double>(rest.offset(j));
            const double k = ties * double(rest.tie[j]);
            parts_.push_back({j.column, double(rest.slope[j]) * (L * X_ij), k * X_ij, k});
        });
        finish(i, strain, ties * in_double(rest.tied[i]));
    }

    /// The same of given terms; pairs with less than `negligible` of a particle's largest weights are left out.
    StretchEnergy(const StretchTerms& terms, Index i, double negligible)
    {
        double most_g = 0, most_k = 0;
        for (std::int64_t e = terms.begin[i]; e < terms.begin[i + 1]; ++e)
        {
            most_g = std::max(most_g, norm(terms.gradient[e]));
            most_k = std::max(most_k, terms.zero_energy[e]);
        }
        Mat3d tied{};
        for (std::int64_t e = terms.begin[i]; e < terms.begin[i + 1]; ++e)
            if (norm(terms.gradient[e]) > negligible * most_g || terms.zero_energy[e] > negligible * most_k)
            {
                const double k = terms.zero_energy[e];
                parts_.push_back({terms.neighbor[e], terms.gradient[e], k * terms.offset[e], k});
                tied = tied + k * outer(terms.offset[e], terms.offset[e]);
            }
        finish(i, terms.stiffness[i], tied);
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
    /// From Y to y, and the part of i itself.
    void finish(Index i, double strain, const Mat3d& tied)
    {
        Part own{i, {}, {}, 0};
        for (Part& part : parts_)
        {
            part.y += 0.5 * (strain * part.g + tied * part.g);
            own.g -= part.g;
            own.y -= part.y;
            own.k += part.k;
        }
        parts_.push_back(own);
    }

    static Mat3d in_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }

    std::vector<Part> parts_;
};
} // namespace aspic

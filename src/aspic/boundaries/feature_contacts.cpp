#include "aspic/boundaries/contact.h"

#include "aspic/geometry/directions.h"

#include <cmath>

namespace aspic
{
namespace
{
enum FeatureKind : std::uint64_t
{
    point_kind,
    line_kind,
    circle_kind
};

/// The features of one part against the solid of the other, in the material frame of the solid.
class FeatureTest
{
public:
    FeatureTest(const PlacedPart& features, const PlacedPart& solid, const PartPair& pair, bool features_are_a, std::vector<Contact>& out)
        : features_(features), solid_(solid), margin_(pair.margin), key_(pair.key), features_are_a_(features_are_a), out_(out)
    {
        turn_ = transpose(solid.pose.rotation) * features.pose.rotation;
        between_centers_ = solid.pose.position - features.pose.position;
        shift_ = solid.pose.material_center - transpose(solid.pose.rotation) * between_centers_ - turn_ * features.pose.material_center;
    }

    /// Groups of points that are too far away are skipped.
    void test_points() const
    {
        const BoxTree& tree = features_.part.point_tree;
        for (std::size_t k = 0; k < tree.nodes().size();)
        {
            const BoxTree::Node& node = tree.nodes()[k];
            const Vec3d center = place(0.5 * (node.box.low + node.box.high));
            const double radius = 0.5 * norm(node.box.high - node.box.low);
            if (distance(center) > radius + margin_)
            {
                k = static_cast<std::size_t>(node.behind);
                continue;
            }
            if (node.second == 0)
                for (Index item = node.begin; item < node.end; ++item)
                {
                    const Index number = tree.order()[static_cast<std::size_t>(item)];
                    const PointFeature& point = features_.part.points[static_cast<std::size_t>(number)];
                    test_point(place(point.x), point.radius, key(point_kind, static_cast<std::size_t>(number), 0), turn_ * point.inset);
                }
            ++k;
        }
    }

    /// The nearest place of the line, if it is nearer than both ends.
    void test_line(std::size_t number) const
    {
        const LineFeature& line = features_.part.lines[number];
        const Vec3d from = place(line.from);
        const Vec3d to = place(line.to);
        const double length = norm(to - from);
        if (distance(0.5 * (from + to)) > 0.5 * length + line.radius + margin_)
            return;
        if (line.has_ends)
        {
            test_point(from, line.radius, key(line_kind, number, 0));
            test_point(to, line.radius, key(line_kind, number, 1));
        }
        const double s = nearest_share(from, to);
        const Vec3d x = from + s * (to - from);
        if (distance(x) < min(distance(from), distance(to)) - 1e-6 * length)
            test_point(x, line.radius, key(line_kind, number, 2));
    }

    /// The lowest place of the circle as seen from the solid's surface, and those a quarter and a half turn away.
    void test_circle(std::size_t number) const
    {
        const CircleFeature& circle = features_.part.circles[number];
        const Vec3d center = place(circle.center);
        const Vec3d axis = turn_ * circle.axis;
        if (distance(center) > circle.radius + circle.thickness + margin_)
            return;
        Vec3d direction = turn_ * across(circle.axis); // fixed to the body: the choice where it lies flat
        Vec3d x = center;
        for (int pass = 0; pass < 4; ++pass)
        {
            const Vec3d n = solid_.part.solid->surface_from(x).normal;
            const Vec3d tilt = dot(n, axis) * axis - n;
            if (norm(tilt) > 1e-3)
                direction = tilt / norm(tilt);
            x = center + circle.radius * direction;
        }
        const Vec3d side = cross(axis, direction);
        const Vec3d directions[4] = {direction, side, -direction, -side};
        for (std::size_t k = 0; k < 4; ++k)
            test_point(center + circle.radius * directions[k], circle.thickness, key(circle_kind, number, k));
    }

    void test_all() const
    {
        test_points();
        const bool tests_edges = solid_.part.is_round;
        for (std::size_t k = 0; k < features_.part.lines.size(); ++k)
            if (tests_edges || features_.part.lines[k].has_ends)
                test_line(k);
        for (std::size_t k = 0; k < features_.part.circles.size(); ++k)
            test_circle(k);
    }

private:
    [[nodiscard]] Vec3d place(const Vec3d& X) const { return turn_ * X + shift_; }
    [[nodiscard]] double distance(const Vec3d& x) const { return solid_.part.solid->surface_from(x).distance; }
    [[nodiscard]] std::uint64_t key(FeatureKind kind, std::size_t number, std::size_t place) const
    {
        return key_ | std::uint64_t{features_are_a_} << 40U | std::uint64_t{kind} << 36U | std::uint64_t{place} << 32U | number;
    }

    /// The gap is that to the plane which the surface has nearest to the inset place.
    void test_point(const Vec3d& x, double radius, std::uint64_t feature, const Vec3d& inset = {}) const
    {
        const SurfaceView surface = solid_.part.solid->surface_from(x + inset);
        const double gap = surface.distance - dot(inset, surface.normal) - radius;
        if (!(gap < margin_))
            return;
        const Vec3d middle = x - (radius + 0.5 * gap) * surface.normal;
        const Vec3d r_solid = solid_.pose.rotation * (middle - solid_.pose.material_center);
        const Vec3d r_features = r_solid + between_centers_;
        const Vec3d n = solid_.pose.rotation * surface.normal; // from the solid to the features
        if (features_are_a_)
            out_.push_back({.key = feature, .normal = n, .gap = gap, .r_a = r_features, .r_b = r_solid});
        else
            out_.push_back({.key = feature, .normal = -n, .gap = gap, .r_a = r_solid, .r_b = r_features});
    }

    /// Golden sections: the distance of a convex solid has one minimum along a line.
    [[nodiscard]] double nearest_share(const Vec3d& from, const Vec3d& to) const
    {
        constexpr double golden = 0.6180339887498949;
        constexpr int sections = 36; // 3e-8 of the length
        const auto f = [&](double s) { return distance(from + s * (to - from)); };
        double low = 0;
        double high = 1;
        double s = 1 - golden;
        double t = golden;
        double f_s = f(s);
        double f_t = f(t);
        for (int k = 0; k < sections; ++k)
            if (f_s < f_t)
            {
                high = t;
                t = s;
                f_t = f_s;
                s = high - golden * (high - low);
                f_s = f(s);
            }
            else
            {
                low = s;
                s = t;
                f_s = f_t;
                t = low + golden * (high - low);
                f_t = f(t);
            }
        return 0.5 * (low + high);
    }

    const PlacedPart& features_;
    const PlacedPart& solid_;
    double margin_;
    std::uint64_t key_;
    bool features_are_a_;
    std::vector<Contact>& out_;
    Mat3d turn_;
    Vec3d shift_, between_centers_;
};
} // namespace

void add_feature_contacts(const PartPair& pair, std::vector<Contact>& contacts)
{
    const ContactPart& a = pair.a.part;
    const ContactPart& b = pair.b.part;
    const auto suffices = [](const ContactPart& part, const ContactPart& other) {
        const bool is_ball = part.is_rounded() && part.lines.empty();
        return other.is_convex && (is_ball || (part.is_rounded() && !other.is_rounded()));
    };
    const bool a_suffices = suffices(a, b);
    const bool b_suffices = !a_suffices && suffices(b, a);
    if (!b_suffices)
        FeatureTest(pair.a, pair.b, pair, true, contacts).test_all();
    if (!a_suffices)
        FeatureTest(pair.b, pair.a, pair, false, contacts).test_all();
}
} // namespace aspic

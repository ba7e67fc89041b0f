// Field tables: what they say of a struct, and getting at its values through them.

#include "aspic/core/field_table.h"

#include <gtest/gtest.h>

#include <array>

using namespace aspic;

namespace
{
enum class Color
{
    red,
    blue
};

struct Wheel
{
    double radius = 0.3;
    std::optional<double> width;
};

struct Rope
{
    int strands = 3;
};

struct Vehicle
{
    std::string name = "cart";
    NamedList<Wheel> wheels;
    std::variant<Rope, Wheel> spare;
    Boxed<Wheel> hidden;
    Color color = Color::blue;
    std::vector<int> seats{2, 2};
};

struct Truck : Vehicle
{
    double load = 1;
};
} // namespace

namespace aspic
{
template <> std::span<const Choice> choices_of<Color>()
{
    static constexpr std::array choices{Choice{"red", "like fire", 0}, Choice{"blue", "like water", 1}};
    return choices;
}
template <> const Structure& structure_of<Wheel>()
{
    static const Structure table = structure<Wheel>(
        "wheel", "round",
        {field<&Wheel::radius>("radius", "r").unit("m").positive().required(), field<&Wheel::width>("width", "w").unit("m")});
    return table;
}
template <> const Structure& structure_of<Rope>()
{
    static const Structure table = structure<Rope>("rope", "long", {field<&Rope::strands>("strands", "s").range(1, 9)});
    return table;
}
template <> const Structure& structure_of<Truck>()
{
    static const Structure table = structure<Truck>(
        "truck", "heavy",
        {field<&Vehicle::name, Truck>("name", "n").not_physics(), field<&Vehicle::wheels, Truck>("wheels", "w"),
         field<&Vehicle::spare, Truck>("spare", "s"), field<&Vehicle::hidden, Truck>("hidden", "h"),
         field<&Vehicle::color, Truck>("color", "c"), field<&Vehicle::seats, Truck>("seats", "s"), field<&Truck::load>("load", "l")});
    return table;
}
} // namespace aspic

namespace
{
const Field& line(std::size_t k) { return structure_of<Truck>().fields[k]; }
} // namespace

TEST(FieldTable, KnowsTheKindsOfTypes)
{
    using Kind = Type::Kind;
    const std::array kinds{Kind::text, Kind::named_list, Kind::alternatives, Kind::optional, Kind::choice, Kind::list, Kind::number};
    for (std::size_t k = 0; k < kinds.size(); ++k)
        EXPECT_EQ(line(k).type().kind, kinds[k]) << line(k).name;
    EXPECT_EQ(&line(1).type().element(), &type_of<Wheel>());
    EXPECT_EQ(line(5).type().element().kind, Kind::integer);
    EXPECT_EQ(line(2).type().alternatives.size(), 2U);
}

TEST(FieldTable, ReachesMembersOfBasesAndDerived)
{
    Truck truck;
    *static_cast<std::string*>(line(0).member(&truck)) = "lorry";
    *static_cast<double*>(line(6).member(&truck)) = 7.5;
    EXPECT_EQ(truck.name, "lorry");
    EXPECT_EQ(truck.load, 7.5);
    EXPECT_EQ(static_cast<Truck*>(structure_of<Truck>().defaults())->name, "cart");
}

TEST(FieldTable, ReachesValuesInsideLists)
{
    Truck truck;
    const Type& wheels = line(1).type();
    auto* wheel = static_cast<Wheel*>(wheels.append(&truck.wheels));
    *wheels.name_at(&truck.wheels, 0) = "left";
    wheel->radius = 1;
    EXPECT_EQ(wheels.size(&truck.wheels), 1U);
    EXPECT_EQ(truck.wheels[0].name, "left");
    EXPECT_EQ(static_cast<Wheel*>(wheels.at(&truck.wheels, 0))->radius, 1);
    wheels.clear(&truck.wheels);
    EXPECT_TRUE(truck.wheels.empty());

    const Type& seats = line(5).type();
    seats.element().set_whole(seats.append(&truck.seats), 5);
    EXPECT_EQ(truck.seats, (std::vector<int>{2, 2, 5}));
    EXPECT_EQ(seats.element().whole(seats.at(&truck.seats, 2)), 5);
}

TEST(FieldTable, ReachesValuesInsideAlternativesAndOptions)
{
    Truck truck;
    const Type& spare = line(2).type();
    EXPECT_EQ(spare.index(&truck.spare), 0U);
    static_cast<Wheel*>(spare.emplace(&truck.spare, 1))->radius = 2;
    EXPECT_EQ(std::get<Wheel>(truck.spare).radius, 2);
    EXPECT_EQ(spare.value(&truck.spare), &std::get<Wheel>(truck.spare));

    const Type& hidden = line(3).type();
    EXPECT_TRUE(hidden.has_value(&truck.hidden));
    static_cast<Wheel*>(hidden.value(&truck.hidden))->radius = 3;
    EXPECT_EQ(truck.hidden->radius, 3);

    const Type& width = structure_of<Wheel>().fields[1].type();
    Wheel wheel;
    EXPECT_FALSE(width.has_value(&wheel.width));
    *static_cast<double*>(width.emplace(&wheel.width, 0)) = 0.1;
    EXPECT_EQ(wheel.width, 0.1);
    width.clear(&wheel.width);
    EXPECT_FALSE(wheel.width);

    const Type& color = line(4).type();
    EXPECT_EQ(color.index(&truck.color), 1U);
    color.set_index(&truck.color, 0);
    EXPECT_EQ(truck.color, Color::red);
}

TEST(FieldTable, RangesKnowTheirBounds)
{
    const Range positive = structure_of<Wheel>().fields[0].allowed;
    EXPECT_FALSE(positive.contains(0));
    EXPECT_TRUE(positive.contains(5e-324));
    EXPECT_FALSE(positive.contains(std::numeric_limits<double>::quiet_NaN()));
    const Range strands = structure_of<Rope>().fields[0].allowed;
    EXPECT_TRUE(strands.contains(1) && strands.contains(9));
    EXPECT_FALSE(strands.contains(0.999) || strands.contains(9.001));
    EXPECT_FALSE((Range{.low = 0, .high = 1, .without_high = true}.contains(1)));
}

TEST(FieldTable, WordsOfALineDoNotChangeTheOriginal)
{
    const Field plain = field<&Truck::load>("load", "l");
    const Field changed = plain.unit("kg").required().not_physics();
    EXPECT_TRUE(plain.unit_text.empty() && !plain.is_required && plain.is_physics);
    EXPECT_TRUE(changed.unit_text == "kg" && changed.is_required && !changed.is_physics);
}

TEST(Boxed, IsAValue)
{
    Boxed<Rope> a(Rope{5});
    Boxed<Rope> b = a;
    b->strands = 6;
    EXPECT_EQ(a->strands, 5);
    const Boxed<Rope> c = std::move(b);
    EXPECT_EQ(c->strands, 6);
    EXPECT_EQ(b->strands, 3); // NOLINT(bugprone-use-after-move,clang-analyzer-cplusplus.Move): never empty
    b = a;
    EXPECT_EQ(b->strands, 5);
}

using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class BulkPlannerTests
{
    private static readonly TableMap Items = Maps.Of<Item>(model => model.Entity<Item>(item =>
    {
        item.Property(i => i.State).HasDefaultValue(3);
        item.Property(i => i.Version).IsConcurrencyToken();
        item.Property(i => i.Written).HasComputedColumnSql("NOW()");
    }));

    [Fact]
    public void An_insert_leaves_out_what_the_server_generates()
        => Assert.Equal(["Name", "State:CurrentOrDefault", "Version"], Cells(Insert(generatesKeys: true)));

    [Fact]
    public void An_insert_of_rows_with_keys_carries_them()
        => Assert.Equal(["Id", "Name", "State:CurrentOrDefault", "Version"], Cells(Insert(generatesKeys: false)));

    [Fact]
    public void An_update_carries_key_then_old_tokens_then_new_values()
    {
        BulkPlan plan = BulkPlanner.Update(new(Items), Call(Options()));
        Assert.Equal(["Id", "Version:Original", "Name", "State", "Version"], Cells(plan));
        Assert.Equal((1, 1, 3), (plan.KeyPart.Count(), plan.TokenPart.Count(), plan.ValuePart.Count()));
    }

    [Fact]
    public void An_update_without_the_check_carries_no_old_tokens()
        => Assert.Equal(
            ["Id", "Name"],
            Cells(BulkPlanner.Update(new(Items), Call(Options() with { CheckConcurrency = false, Properties = ["Name"] }))));

    [Fact]
    public void A_delete_carries_key_and_old_tokens()
        => Assert.Equal(["Id", "Version:Original"], Cells(BulkPlanner.Delete(Items, Call(Options()), null)));

    [Fact]
    public void A_delete_by_bare_keys_carries_no_tokens()
    {
        BulkPlan plan = BulkPlanner.Delete(Items, Call(Options()), typeof(int));
        Assert.Equal(["Id"], Cells(plan));
        Assert.Equal((BulkStrategy.KeyList, typeof(int)), (plan.Choice.Strategy, plan.Shape.BareKeyType));
    }

    [Fact]
    public void An_update_of_a_table_of_keys_is_refused()
        => Assert.Equal(
            "'Link' has no property to update: all are key, generated or forbidden to update.",
            Assert.Throws<ArgumentException>(() => BulkPlanner.Update(
                new(Maps.Of<Link>(model => model.Entity<Link>().HasKey(l => new { l.A, l.B }))), Call(Options()))).Message);

    [Fact]
    public void A_plan_is_a_pure_function_of_map_options_and_facts()
    {
        Assert.Equal(Insert(generatesKeys: true), Insert(generatesKeys: true));
        Assert.NotEqual(Insert(generatesKeys: true), Insert(generatesKeys: false));
    }

    private static BulkPlan Insert(bool generatesKeys)
        => BulkPlanner.Insert(new(Items, generatesKeys), Call(Options()), KeyDoubt.None);

    private static CallFacts Call(ResolvedOptions options) => new(options, KnownServers.MySql97, KnownServers.Session, 10);

    private static ResolvedOptions Options() => new() { CheckConcurrency = true, ReturnKeys = true };

    private static IEnumerable<string> Cells(BulkPlan plan)
        => plan.Shape.Cells.Select(cell => cell.Column.Name + (cell.Source == CellSource.Current ? "" : $":{cell.Source}"));

    private sealed class Item
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int State { get; set; }

        public int Version { get; set; }

        public DateTime Written { get; set; }
    }

    private sealed class Link
    {
        public int A { get; set; }

        public int B { get; set; }
    }
}

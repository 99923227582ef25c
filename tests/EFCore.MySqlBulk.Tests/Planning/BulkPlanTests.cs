using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Statements;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class BulkPlanTests
{
    [Fact]
    public void A_list_of_integer_keys_means_the_same_in_every_session()
    {
        Assert.True(Delete(Maps.Of<Item>()).MeansTheSameInEverySession);
        Assert.True(Delete(Maps.Of<Item>(model => model.Entity<Item>().HasKey(i => new { i.Id, i.Number }))).MeansTheSameInEverySession);
    }

    [Fact]
    public void A_row_deleted_by_an_integer_key_means_the_same_in_every_session() => Assert.True(Delete(Maps.Of<Item>(), BulkStrategy.RowByRow).MeansTheSameInEverySession);

    [Fact]
    public void A_key_that_is_a_text_depends_on_the_session()
    {
        Assert.False(Delete(Maps.Of<Item>(model => model.Entity<Item>().HasKey(i => i.Name))).MeansTheSameInEverySession);
        Assert.False(Delete(Maps.Of<Item>(model => model.Entity<Item>().HasKey(i => new { i.Id, i.Name }))).MeansTheSameInEverySession);
    }

    [Fact]
    public void The_type_of_a_row_in_a_hierarchy_is_a_text()
        => Assert.False(Delete(Maps.Of<Item>(model =>
        {
            model.Entity<Item>();
            model.Entity<SpecialItem>();
        })).MeansTheSameInEverySession);

    [Fact]
    public void Another_strategy_than_a_list_of_keys_depends_on_the_session()
        => Assert.False(Delete(Maps.Of<Item>(), BulkStrategy.ValuesJoin).MeansTheSameInEverySession);

    [Fact]
    public void The_rows_of_an_entity_type_have_a_table()
    {
        BulkPlan plan = Delete(Maps.Of<Item>());
        Assert.Equal((true, "'Item'"), (plan.HasTable, plan.DisplayName));
    }

    [Fact]
    public void The_rows_of_a_statement_have_none()
    {
        using ModelContext context = new(_ => { });
        RowParameters parameters = RowParameters.Of(context.GetService<IRelationalTypeMappingSource>(), (int i) => i);
        BulkPlan plan = BulkPlanner.Execute(StatementReader.Read("DO {0}", parameters), Call(null));
        Assert.Equal((false, "the statement"), (plan.HasTable, plan.DisplayName));
    }

    private static BulkPlan Delete(TableMap table, BulkStrategy? strategy = null) => BulkPlanner.Delete(table, Call(strategy), null);

    private static CallFacts Call(BulkStrategy? strategy) => new(new() { Strategy = strategy }, KnownServers.MySql97, KnownServers.Session, 10);

    private class Item
    {
        public int Id { get; set; }

        public long Number { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class SpecialItem : Item;
}

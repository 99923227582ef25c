using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>A bare key of a derived type must not reach rows of other types in the same table.</summary>
public sealed class TypeConditionTests
{
    [Fact]
    public void A_list_of_bare_keys_names_the_type_and_those_derived_from_it()
        => Assert.Equal(
            "DELETE FROM `animals` WHERE `Id` IN (?,?) AND `Kind` IN ('dog','puppy')",
            DeleteStatement.KeyList(Delete<Dog>(typeof(int)), Maps.Names).WithPlaceholders(2, 1));

    [Fact]
    public void One_bare_key_does_too()
        => Assert.Equal("DELETE FROM `animals` WHERE `Id` = ? AND `Kind` IN ('puppy')", DeleteStatement.OneRow(Delete<Puppy>(typeof(int)), Maps.Names).Text);

    [Fact]
    public void In_a_join_the_condition_is_on_the_target()
        => Assert.Equal(
            "DELETE t FROM (VALUES ROW(?)) AS v(c0) STRAIGHT_JOIN `animals` AS t ON t.`Id` = v.c0 AND t.`Kind` IN ('cat')",
            DeleteStatement.Join(Delete<Cat>(typeof(int)), Maps.Names).WithPlaceholders(1, 1));

    [Fact]
    public void In_a_lookup_the_condition_is_on_the_target()
        => Assert.Equal(
            "SELECT v.c0 FROM (VALUES ROW(?,?)) AS v(c0,c1) STRAIGHT_JOIN `animals` AS t ON t.`Id` = v.c1 AND t.`Kind` IN ('cat')",
            LookupStatement.Frame(KeyLookup.ByKey(Delete<Cat>(typeof(int))) with { Read = [] }, Maps.Names).WithPlaceholders(1, 2));

    [Fact]
    public void Rows_of_the_root_may_be_of_any_type()
        => Assert.Equal("DELETE FROM `animals` WHERE `Id` IN (?)", DeleteStatement.KeyList(Delete<Animal>(typeof(int)), Maps.Names).WithPlaceholders(1, 1));

    [Fact]
    public void Entities_are_of_the_type_that_they_are()
        => Assert.Equal("DELETE FROM `animals` WHERE `Id` IN (?)", DeleteStatement.KeyList(Delete<Dog>(null), Maps.Names).WithPlaceholders(1, 1));

    private static BulkPlan Delete<T>(Type? bareKeyType)
        where T : class
    {
        TableMap table = Maps.Of<T>(Animals);
        return BulkPlanner.Delete(table, new(new() { CheckConcurrency = true }, KnownServers.MySql97, KnownServers.Session, 10), bareKeyType);
    }

    private static void Animals(ModelBuilder model) => model.Entity<Animal>().ToTable("animals").HasDiscriminator<string>("Kind")
        .HasValue<Animal>("animal").HasValue<Dog>("dog").HasValue<Puppy>("puppy").HasValue<Cat>("cat");

    private class Animal
    {
        public int Id { get; set; }
    }

    private class Dog : Animal;

    private sealed class Puppy : Dog;

    private sealed class Cat : Animal;
}

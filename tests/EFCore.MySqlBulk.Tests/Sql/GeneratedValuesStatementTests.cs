using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>How values that the server generated are read back: by a range of keys, or by a list of keys that are far apart.</summary>
public sealed class GeneratedValuesStatementTests
{
    [Theory]
    [InlineData("BETWEEN 3 AND 5", 3L, 4L, 5L)]
    [InlineData("BETWEEN 7 AND 7", 7L)]
    [InlineData("BETWEEN 0 AND 1", 0L, 1L)]
    [InlineData("BETWEEN -1 AND 0", -1L, 0L)]
    [InlineData("BETWEEN -9 AND -7", -9L, -8L, -7L)]
    [InlineData("BETWEEN 1 AND 5", 1L, 5L)]
    [InlineData("IN (1,6)", 1L, 6L)]
    [InlineData("IN (-9223372036854775808,5,9223372036854775807)", long.MinValue, 5L, long.MaxValue)]
    public void Signed_keys(string condition, params long[] keys)
        => Assert.Equal($"SELECT `Id`,`Written` FROM `orders` WHERE `Id` {condition}", Text<Signed>(keys, "Written"));

    [Theory]
    [InlineData("BETWEEN 3 AND 5", 3L, 4L, 5L)]
    [InlineData("BETWEEN 0 AND 2", 0L, 1L, 2L)]
    [InlineData("BETWEEN 18446744073709551613 AND 18446744073709551615", -3L, -2L, -1L)]
    [InlineData("IN (18446744073709551615,0)", -1L, 0L)]
    [InlineData("IN (18446744073709551615,0,1)", -1L, 0L, 1L)]
    [InlineData("IN (9223372036854775808,9223372036854775807)", long.MinValue, long.MaxValue)]
    public void Unsigned_keys_are_given_by_their_bits(string condition, params long[] keys)
        => Assert.Equal($"SELECT `Id`,`Written` FROM `orders` WHERE `Id` {condition}", Text<Unsigned>(keys, "Written"));

    [Fact]
    public void Columns_are_read_in_the_given_order_behind_the_key()
    {
        Assert.Equal("SELECT `Id`,`Written`,`Number` FROM `orders` WHERE `Id` BETWEEN 1 AND 2", Text<Signed>([1, 2], "Written", "Number"));
        Assert.Equal("SELECT `Id` FROM `orders` WHERE `Id` BETWEEN 1 AND 2", Text<Signed>([1, 2]));
    }

    private static string Text<T>(long[] keys, params string[] columns)
        where T : class
    {
        TableMap table = Maps.Of<T>(model => model.Entity<T>().ToTable("orders"));
        return GeneratedValuesStatement.Text(table, Maps.Names, table.Column("Id"), columns.Select(table.Column), keys);
    }

    private sealed class Signed
    {
        public long Id { get; set; }

        public int Number { get; set; }

        public DateTime Written { get; set; }
    }

    private sealed class Unsigned
    {
        public ulong Id { get; set; }

        public DateTime Written { get; set; }
    }
}

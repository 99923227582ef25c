using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>How rows that have computed keys are counted. A server whose keys are several steps apart leaves room for those of other servers.</summary>
public sealed class KeyCountStatementTests
{
    [Theory]
    [InlineData(1, 1, "BETWEEN LAST_INSERT_ID() AND LAST_INSERT_ID()+0")]
    [InlineData(3, 1, "BETWEEN LAST_INSERT_ID() AND LAST_INSERT_ID()+2")]
    [InlineData(3, 10, "BETWEEN LAST_INSERT_ID() AND LAST_INSERT_ID()+20 AND (`Id`-LAST_INSERT_ID())%10=0")]
    [InlineData(1 << 20, 65_535, "BETWEEN LAST_INSERT_ID() AND LAST_INSERT_ID()+68718362625 AND (`Id`-LAST_INSERT_ID())%65535=0")]
    public void Right_behind_an_insert_the_server_knows_the_first_key(int rows, int step, string condition)
        => Assert.Equal(
            $"SELECT LAST_INSERT_ID() AS n;SELECT COUNT(*) AS n FROM `orders` WHERE `Id` {condition}",
            KeyCountStatement.Behind(Of<Signed>(), Maps.Names, "", rows, step, "n"));

    [Fact]
    public void Later_the_ranges_of_several_inserts_are_counted_in_one_query()
        => Assert.Equal(
            "SELECT (SELECT COUNT(*) FROM `orders` WHERE `Id` BETWEEN 1 AND 100)+(SELECT COUNT(*) FROM `orders` WHERE `Id` BETWEEN 205 AND 225 AND (`Id`-205)%10=0)"
            + ",CONCAT('',LAST_INSERT_ID())",
            KeyCountStatement.Text(Of<Signed>(), Maps.Names, "", [(1, 100, 1), (205, 225, 10)]));

    [Fact]
    public void Keys_above_the_range_of_a_signed_integer_are_written_in_full()
        => Assert.Equal(
            "SELECT (SELECT COUNT(*) FROM `orders` WHERE `Id` BETWEEN 18446744073709551611 AND 18446744073709551615 AND (`Id`-18446744073709551611)%2=0)"
            + ",CONCAT('',LAST_INSERT_ID())",
            KeyCountStatement.Text(Of<Unsigned>(), Maps.Names, "", [(-5, -1, 2)]));

    private static TableMap Of<T>()
        where T : class
        => Maps.Of<T>(model => model.Entity<T>().ToTable("orders"));

    private sealed class Signed
    {
        public long Id { get; set; }
    }

    private sealed class Unsigned
    {
        public ulong Id { get; set; }
    }
}

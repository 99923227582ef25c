using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Tests.Sql;

public sealed class ScopeStatementTests
{
    [Theory]
    [InlineData("SELECT `t`.`id`\nFROM `t` AS `t`", "SELECT SQL_BUFFER_RESULT `t`.`id`\nFROM `t` AS `t`\nFOR UPDATE")]
    [InlineData("-- SELECT is a tag\n\nSELECT `t`.`id`\nFROM `t`;\n", "-- SELECT is a tag\n\nSELECT SQL_BUFFER_RESULT `t`.`id`\nFROM `t`\nFOR UPDATE")]
    public void A_query_locks_what_it_reads(string query, string locked) => Assert.Equal(locked, ScopeStatement.Locked(query));

    [Fact]
    public void What_is_no_query_is_refused()
        => Assert.Contains("no plain SELECT", Assert.Throws<NotSupportedException>(() => ScopeStatement.Locked("WITH c AS (SELECT 1) TABLE c")).Message, StringComparison.Ordinal);
}

using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Tests.Sql;

public sealed class ScopeStatementTests
{
    [Theory]
    [InlineData("SELECT `t`.`id`\nFROM `t` AS `t`", "SELECT SQL_BUFFER_RESULT `t`.`id`\nFROM `t` AS `t`\nFOR UPDATE")]
    [InlineData("-- SELECT is a tag\n\nSELECT `t`.`id`\nFROM `t`;\n", "-- SELECT is a tag\n\nSELECT SQL_BUFFER_RESULT `t`.`id`\nFROM `t`\nFOR UPDATE")]
    public void A_query_locks_what_it_reads(string query, string locked) => Assert.Equal((locked, locked.Replace("SQL_BUFFER_RESULT ", "", StringComparison.Ordinal)), (ScopeStatement.Locked(query, lockFirst: true), ScopeStatement.Locked(query, lockFirst: false)));

    [Fact]
    public void What_is_no_query_is_refused()
        => Assert.Contains("no plain SELECT", Assert.Throws<InvalidOperationException>(() => ScopeStatement.Locked("WITH c AS (SELECT 1) TABLE c", lockFirst: true)).Message, StringComparison.Ordinal);
}

using System.Data.Common;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>A statement before another in the same command, which the server refuses if the guessed facts are wrong. The server stops at the first
/// error of a command, so a statement with a wrong plan is not run.</summary>
/// <remarks>It sets <c>sql_mode</c> to its current value: Connector/NET loses its connection if a <c>SELECT</c> fails after its columns, and <c>DO</c>
/// ignores errors.</remarks>
internal static class SessionPrecondition
{
    /// <summary>A hash of all facts that a plan depends on, as an SQL expression.</summary>
    public const string Fingerprint =
        "SHA2(CONVERT(CONCAT_WS(' ',VERSION(),@@version_comment,@@max_allowed_packet,@@sql_mode,@@character_set_client,@@character_set_connection,"
        + "@@auto_increment_increment,@@sql_safe_updates,@@sql_select_limit," + ServerIdentity.Sql + ",DATABASE()) USING utf8mb4),256)";

    private const string Refusal = "mysqlbulk_facts_changed";
    private const int WrongValueForVariable = 1231;

    public static string Statement(Facts expected) => $"SET SESSION sql_mode=IF({Fingerprint}='{expected.Fingerprint}',@@sql_mode,'{Refusal}')";

    /// <summary>Whether the precondition has failed, so that nothing after it was run.</summary>
    public static bool HasFired(DbException exception)
        => ServerError.Number(exception) == WrongValueForVariable && exception.Message.Contains(Refusal, StringComparison.Ordinal);
}

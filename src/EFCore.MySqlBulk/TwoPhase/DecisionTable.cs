using System.Globalization;
using System.Security.Cryptography;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>The table in which the decision to commit a call is recorded. A row that is there means that the call is committed; one that is neither there nor being inserted means that it can never be committed.</summary>
/// <param name="Sql">The quoted name, with its schema.</param>
/// <param name="Tag">Identifies the table in the names of its calls, so that those of other tables are left alone.</param>
internal sealed record DecisionTable(string Sql, string Tag)
{
    /// <summary>The beginning of the name of every call.</summary>
    private const string Mark = "mysqlbulk:";

    // The row that tells a table of decisions from others of the same name on other servers; its time is at random.
    private const string IdentityRow = "mysqlbulk:shards";

    private string Prefix => $"{Mark}{Tag}:";

    /// <summary>The table that exists in a schema.</summary>
    public static DecisionTable Of(string schema, string name)
        => new($"`{Doubled(schema)}`.`{Doubled(name)}`", TagOf($"{schema}\0{name}"));

    /// <summary>The same table for calls whose branches are on several servers: their names do not begin as those of calls on its own server, nor as those that decide by a table of the same name on another server.</summary>
    /// <param name="identity">What <see cref="Identity" /> gives.</param>
    public DecisionTable ForShards(string identity) => this with { Tag = TagOf($"{Sql}\0{identity}") };

    /// <summary>Reads what tells the table from others of the same name.</summary>
    public string Identity => $"SELECT CAST(created_at AS CHAR) FROM {Sql} WHERE id='{IdentityRow}'";

    /// <summary>Gives the table an identity, unless it has one.</summary>
    public string NewIdentity()
        => string.Create(CultureInfo.InvariantCulture, $"INSERT IGNORE INTO {Sql} (id,created_at) VALUES ('{IdentityRow}','{DateTime.UnixEpoch.AddMicroseconds(Random.Shared.NextInt64(1_000_000_000_000_000)):yyyy-MM-dd HH:mm:ss.ffffff}')");

    /// <summary>The name of a new call.</summary>
    public string NewCall() => $"{Prefix}{Guid.NewGuid():N}";

    /// <summary>Whether a call decides by this table.</summary>
    public bool IsOf(string call) => call.Length == DecisionTables.NameLength && call.StartsWith(Prefix, StringComparison.Ordinal);

    public string Insertion(string call) => $"INSERT INTO {Sql} (id,created_at) VALUES ('{call}',UTC_TIMESTAMP(6))";

    /// <summary>Makes the row of an ended call that of another one.</summary>
    public string Replacement(string ended, string call) => $"UPDATE {Sql} SET id='{call}',created_at=UTC_TIMESTAMP(6) WHERE id='{ended}'";

    public string Deletion(string call) => $"DELETE FROM {Sql} WHERE id='{call}'";

    /// <summary>Reads a call's row if it is committed.</summary>
    public string Look(string call) => $"SELECT 1 FROM {Sql} WHERE id='{call}'";

    /// <summary>Reads a call's row, once no transaction is inserting it.</summary>
    public string Lookup(string call) => $"{Look(call)} FOR UPDATE";

    /// <summary>The same, but an error if a transaction is inserting it.</summary>
    public string LookupAtOnce(string call) => $"{Lookup(call)} NOWAIT";

    /// <summary>Reads the calls whose rows are older than a time.</summary>
    public string Older(TimeSpan age)
        => string.Create(CultureInfo.InvariantCulture, $"SELECT id FROM {Sql} WHERE created_at<=UTC_TIMESTAMP(6)-INTERVAL {(long)age.TotalMicroseconds} MICROSECOND");

    private static string TagOf(string what) => Convert.ToHexString(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(what)).AsSpan(0, 8));

    private static string Doubled(string name) => name.Replace("`", "``", StringComparison.Ordinal);
}

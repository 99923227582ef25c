using System.Globalization;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>What a table of decisions has to look like.</summary>
internal static class DecisionTables
{
    /// <summary>The length of a call's name.</summary>
    public const int NameLength = 59;

    /// <summary>The name that a context gives for it.</summary>
    /// <param name="defaults">What the context says.</param>
    /// <param name="use">What needs the table.</param>
    /// <exception cref="ArgumentException">It gives none.</exception>
    public static string NameIn(MySqlBulkDefaults defaults, string use)
        => defaults.DecisionTable
            ?? throw new ArgumentException($"{use} needs a table in which it is recorded that a call is committed. Create it, and name it by UseMySqlBulk(o => o.DecisionTable(…)): {Creation("bulk_decisions")}");

    /// <summary>The statement that creates such a table.</summary>
    public static string Creation(string name)
        => string.Create(CultureInfo.InvariantCulture, $"CREATE TABLE {name} (id CHAR({NameLength}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB");
}

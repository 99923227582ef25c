using System.Globalization;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>What a table of decisions has to look like.</summary>
internal static class DecisionTables
{
    /// <summary>The length of a call's name.</summary>
    public const int NameLength = 59;

    /// <summary>The statement that creates such a table.</summary>
    public static string Creation(string name)
        => string.Create(CultureInfo.InvariantCulture, $"CREATE TABLE {name} (id CHAR({NameLength}) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB");
}

using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Planning;

/// <summary>The types of a table's columns on a server, read once and kept until a call fails. Values are matched as a column stores them, so the
/// model's types are not sufficient: it may have <c>datetime(6)</c> for a column that is <c>datetime</c>, and has no character set.</summary>
internal sealed class StoredTypes
{
    private static readonly BoundedCache<(string Server, string Database, string? Schema, string Table), StoredTypes> Known = new(1_000);
    private static readonly StoredTypes Unknown = new(new Dictionary<string, StoredType>());
    private readonly IReadOnlyDictionary<string, StoredType> _types;
    private volatile bool _isForgotten;

    private StoredTypes(IReadOnlyDictionary<string, StoredType> types) => _types = types;

    /// <summary>The types of a plan's table.</summary>
    public static StoredTypes Of(BulkPlan plan) => Of(plan.Table, plan);

    /// <summary>The column types of a table on a plan's server, if they are known.</summary>
    public static StoredTypes Of(TableMap table, BulkPlan plan) => Known.Find(KeyOf(table, plan.Server, plan.Session)) ?? Unknown;

    /// <summary>Whether the types of the matched columns are needed and not known.</summary>
    public static bool AreMissing(TableMap table, IEnumerable<ColumnMap> matched, ServerFacts server, SessionFacts session)
        => matched.Any(MayChange) && Known.Find(KeyOf(table, server, session)) is not { _isForgotten: false };

    /// <summary>Caches the types of a table.</summary>
    public static void Learn(TableMap table, ServerFacts server, SessionFacts session, IEnumerable<(string Column, StoredType Type)> types)
        => Known.Set(KeyOf(table, server, session), new(types.ToDictionary(each => each.Column, each => each.Type, StringComparer.OrdinalIgnoreCase)));

    /// <summary>Makes the next call read them again. Running calls keep the types that they have.</summary>
    public static void Forget(TableMap table, ServerFacts server, SessionFacts session)
    {
        if (Known.Find(KeyOf(table, server, session)) is { } types)
            types._isForgotten = true;
    }

    /// <returns>The column's type; <see langword="null" /> if it is not known.</returns>
    public StoredType? Of(ColumnMap column) => _types.GetValueOrDefault(column.Name);

    // Values of other kinds, such as integers and GUIDs, are stored as given, or refused.
    private static bool MayChange(ColumnMap column) => column.Kind is ValueKind.Single or ValueKind.Double or ValueKind.Decimal or ValueKind.Char or ValueKind.Text or ValueKind.Binary
        or ValueKind.DateTime or ValueKind.DateTimeOffset or ValueKind.TimeOnly or ValueKind.TimeSpan;

    private static (string Server, string Database, string? Schema, string Table) KeyOf(TableMap table, ServerFacts server, SessionFacts session)
        => (server.Identity, session.Database, table.Schema, table.Table);
}

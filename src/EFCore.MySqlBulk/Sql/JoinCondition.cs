using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Matches rows of the target <c>t</c> with rows of the list <c>v</c>: keys by <c>=</c>, concurrency tokens by <c>&lt;=&gt;</c>, since a token may be NULL.</summary>
internal static class JoinCondition
{
    public static string On(BulkPlan plan, QuotedNames names) => On(plan, StoredTypes.Of(plan), [.. plan.KeyPart, .. plan.ConcurrencyTokenPart], plan.KeyCells, 0, names);

    /// <param name="plan">The plan of the rows.</param>
    /// <param name="types">The types of the columns.</param>
    /// <param name="cells">The keys, then the concurrency tokens.</param>
    /// <param name="keys">The number of key columns.</param>
    /// <param name="first">The index of the first one in the list.</param>
    /// <param name="names">Quotes identifiers.</param>
    public static string On(BulkPlan plan, StoredTypes types, IReadOnlyList<RowCell> cells, int keys, int first, QuotedNames names)
        => string.Join(" AND ", cells.Select((cell, i) => i < keys
            ? $"t.{names.Column(cell)} = {Given(plan, types, cell, () => $"v.c{first + i}")}"
            : Token(types, cell.Column, $"t.{names.Column(cell)}", $"v.c{first + i}"))) + TypeCondition.And(plan, names, "t.");

    /// <summary>The same for one row, with placeholders for its values instead of a list.</summary>
    /// <param name="plan">The plan of the row.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="place">Returns the placeholder of a value; called for each occurrence.</param>
    public static string Where(BulkPlan plan, QuotedNames names, Func<RowCell, string> place)
    {
        StoredTypes types = StoredTypes.Of(plan);
        IEnumerable<string> keys = plan.KeyPart.Select(cell => $"{names.Column(cell)} = {(plan.MatchesAsStored ? Given(plan, types, cell, () => place(cell)) : place(cell))}");
        IEnumerable<string> tokens = plan.ConcurrencyTokenPart.Select(cell => $"{names.Column(cell)} <=> {place(cell)}");
        return string.Join(" AND ", keys.Concat(tokens)) + TypeCondition.And(plan, names);
    }

    private static string Given(BulkPlan plan, StoredTypes types, RowCell cell, Func<string> value)
        => plan.MatchesAsStored ? StoredForm.Of(types.Of(cell.Column), cell.Column.Kind, value)
            : cell.Column.Kind is ValueKind.Text or ValueKind.Char ? StoredForm.InCharacterSet(types.Of(cell.Column), value)
            : value();

    // The old value of a token was read from its column, so it needs no conversion.
    private static string Token(StoredTypes types, ColumnMap column, string stored, string value)
        => column.Kind is ValueKind.Text or ValueKind.Char && types.Of(column) is { IsNarrow: true } ? StoredForm.SameText(stored, value) : $"{stored} <=> {value}";
}

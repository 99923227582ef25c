using System.Collections;
using System.Globalization;

namespace EFCore.MySqlBulk.Diagnostics;

/// <summary>The log entry of an operation that has succeeded, as text and as named values: more values than a LoggerMessage method takes.</summary>
internal sealed class CompletedOperation(string operation, string entityType, BulkResult result) : IReadOnlyList<KeyValuePair<string, object?>>
{
    private const string Format = "{Operation} {EntityType}: {Rows} rows ({Inserted} inserted, {Updated} updated, {Deleted} deleted) in {Statements} statements, {Milliseconds} ms, {Strategy}";
    private readonly KeyValuePair<string, object?>[] _values =
    [
        new("Operation", operation),
        new("EntityType", entityType),
        new("Rows", result.RowsAffected),
        new("Inserted", result.RowsInserted),
        new("Updated", Updated(result)),
        new("Deleted", result.RowsDeleted),
        new("Statements", result.Statements),
        new("Milliseconds", result.Elapsed.TotalMilliseconds),
        new("Strategy", result.Strategy),
        new("{OriginalFormat}", Format),
    ];

    public int Count => _values.Length;

    public KeyValuePair<string, object?> this[int index] => _values[index];

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => ((IEnumerable<KeyValuePair<string, object?>>)_values).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{operation} {entityType}: {result.RowsAffected} rows ({result.RowsInserted} inserted, {Updated(result)} updated, {result.RowsDeleted} deleted) in {result.Statements} statements, {result.Elapsed.TotalMilliseconds:0.0} ms, {result.Strategy}");

    private static long Updated(BulkResult result) => result.RowsUpdated + result.RowsMarked;
}

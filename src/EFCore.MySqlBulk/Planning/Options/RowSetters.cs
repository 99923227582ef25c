namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>What existing rows are set to, in either way in which a call can say it.</summary>
internal static class RowSetters
{
    /// <summary>The setters that a call names; <see langword="null" /> if it names none.</summary>
    /// <exception cref="ArgumentException">It names them in two ways, or none at all.</exception>
    public static IReadOnlyList<RowSetter>? Of<T>(BulkInsertOrUpdateOptions<T>? options) => options switch
    {
        { Set: not null, Setters: not null } => throw new ArgumentException("BulkInsertOrUpdateOptions has both Set and Setters, which say what existing rows are set to. Give one of them.", nameof(options)),
        { Set: { } set } => RowSetter.Of(set, "BulkInsertOrUpdateOptions.Set"),
        { Setters: { } setters } => setters(new()).All is { Count: > 0 } all ? all
            : throw new ArgumentException("BulkInsertOrUpdateOptions.Setters sets no property. Call SetProperty, or leave it out.", nameof(options)),
        _ => null,
    };
}

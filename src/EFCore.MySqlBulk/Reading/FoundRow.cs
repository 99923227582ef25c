namespace EFCore.MySqlBulk.Reading;

/// <summary>The entity that a row of the list has found, and the row's number.</summary>
internal sealed class FoundRow<T>
{
    public T Item { get; set; } = default!;

    public long Place { get; set; }
}

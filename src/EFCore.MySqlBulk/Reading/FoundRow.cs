namespace EFCore.MySqlBulk.Reading;

/// <summary>What a row of the list has found, and its place.</summary>
internal sealed class FoundRow<T>
{
    public T Item { get; set; } = default!;

    public long Place { get; set; }
}

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>A row of a table that has fewer or more columns than bench_users.</summary>
internal abstract class ShapedRow
{
    public long Id { get; set; }

    /// <summary>Writes its values, but not the key, in the order of the columns.</summary>
    public abstract void CopyTo(object?[] values);
}

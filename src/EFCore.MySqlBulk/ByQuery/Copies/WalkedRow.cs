namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>What is copied of a row, and the columns by which the row is walked, for projections. EF Core gives a projected column the name of its property, so these have names that no property of a table has.</summary>
internal sealed class WalkedRow<TRow, T0, T1, T2, T3, T4, T5, T6, T7>
{
    public TRow? Row { get; init; }

    public T0? MySqlBulkWalk0 { get; init; }

    public T1? MySqlBulkWalk1 { get; init; }

    public T2? MySqlBulkWalk2 { get; init; }

    public T3? MySqlBulkWalk3 { get; init; }

    public T4? MySqlBulkWalk4 { get; init; }

    public T5? MySqlBulkWalk5 { get; init; }

    public T6? MySqlBulkWalk6 { get; init; }

    public T7? MySqlBulkWalk7 { get; init; }
}

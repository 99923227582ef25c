namespace EFCore.MySqlBulk.Benchmarks.FirstCalls;

/// <summary>A way to insert rows.</summary>
internal enum FirstCallWay
{
    SaveChanges,
    BulkSaveChanges,
    BulkInsert,
}

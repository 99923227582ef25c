using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What the techniques are called in tables and lines.</summary>
internal static class TechniqueNames
{
    public static string Of(Measurement m) => m.Technique switch
    {
        TechniqueKind.RowByRow => "row by row, prepared",
        TechniqueKind.SaveChanges => "SaveChanges",
        TechniqueKind.Bulk => $"Bulk{char.ToUpperInvariant(m.Operation[0])}{m.Operation.Split(',')[0][1..]} ({m.Detail})",
        TechniqueKind.BulkUnpipelined => "the same without pipelining",
        TechniqueKind.BulkLoadData => $"the same, LOAD DATA allowed ({m.Detail})",
        TechniqueKind.BulkLoadDataWithoutKeys => $"the same without keys, LOAD DATA allowed ({m.Detail})",
        TechniqueKind.LinqToDB => "linq2db BulkCopy, no keys",
        TechniqueKind.MySqlBulkCopy => "MySqlBulkCopy, no keys",
        TechniqueKind.PhenXBulkInsert => "PhenX BulkInsert, no keys",
        TechniqueKind.BulkExtensions => "EFCore.BulkExtensions, no keys",
        _ => "floor",
    };
}

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>What is compared: the first four with each other, schemes with schemes.</summary>
internal enum TechniqueKind
{
    /// <summary>One prepared statement, executed once per row, in one transaction.</summary>
    RowByRow,

    /// <summary>EF Core's own way.</summary>
    SaveChanges,

    /// <summary>This library's call, with its default options.</summary>
    Bulk,

    /// <summary>The same over the context's connection, when the default would be a second connection.</summary>
    BulkOnContext,

    /// <summary>One statement on the server, from a temporary table that was filled beforehand.</summary>
    Floor,

    /// <summary>One of the schemes of a published report.</summary>
    Scheme,
}

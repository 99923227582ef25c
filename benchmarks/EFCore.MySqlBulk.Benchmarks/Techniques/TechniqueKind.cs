namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>What is compared: schemes with schemes, all others with each other.</summary>
internal enum TechniqueKind
{
    /// <summary>One prepared statement, executed once per row, in one transaction.</summary>
    RowByRow,

    /// <summary>EF Core's own way.</summary>
    SaveChanges,

    /// <summary>This library's call, with its default options.</summary>
    Bulk,

    /// <summary>The same without pipelining, when the default would be to pipeline.</summary>
    BulkUnpipelined,

    /// <summary>This library's insert, where it may choose LOAD DATA.</summary>
    BulkLoadData,

    /// <summary>The same without keys.</summary>
    BulkLoadDataWithoutKeys,

    /// <summary>One statement on the server, from a temporary table that was filled beforehand.</summary>
    Floor,

    /// <summary>linq2db's bulk copy on the context.</summary>
    LinqToDB,

    /// <summary>MySqlConnector's bulk copy.</summary>
    MySqlBulkCopy,

    /// <summary>The bulk insert of PhenX.EntityFrameworkCore.BulkInsert.</summary>
    PhenXBulkInsert,

    /// <summary>The bulk insert of EFCore.BulkExtensions.</summary>
    BulkExtensions,

    /// <summary>One of the schemes of a published report.</summary>
    Scheme,
}

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Which comparison is run.</summary>
internal enum BenchmarkKind
{
    /// <summary>The library compared with SaveChanges, row by row and the server's own floor.</summary>
    Techniques,

    /// <summary>The schemes of a published report.</summary>
    Schemes,

    /// <summary>The automatic choice of strategy and pipelining, compared with every forced one.</summary>
    Selection,

    /// <summary>One statement of three rows, executed over and over, compared with the same loop in C.</summary>
    ThreeRows,

    /// <summary>SaveChanges in bulk, compared with the provider's own.</summary>
    SaveChanges,

    /// <summary>The first call of a process and of an entity type.</summary>
    FirstCalls,

    /// <summary>Entities read by their keys, compared with EF Core's Contains.</summary>
    ReadByKeys,

    /// <summary>Rows inserted or updated by a unique index, compared with tracked queries and SaveChanges.</summary>
    InsertOrUpdate,

    /// <summary>A table made equal to a list of rows, compared with a full read and with SaveChanges.</summary>
    Synchronize,

    /// <summary>Writers that insert or update small sets of rows in one table at the same time.</summary>
    Contention,

    /// <summary>Entities that are stored as several rows, inserted with one call, compared with SaveChanges.</summary>
    Graphs,

    /// <summary>Orders inserted into five tables, compared with one table and with five calls by hand.</summary>
    Shards,

    /// <summary>Inserts into a group and by a list of servers, compared with one server.</summary>
    Cluster,

    /// <summary>Millions of wide rows, by several writers and readers, on one server and on a group.</summary>
    WideRows,

    /// <summary>Millions of rows from a stream, and the same call cancelled.</summary>
    Stream,

    /// <summary>Inserts over several connections that commit together, compared with those that commit one after the other.</summary>
    Atomic,

    /// <summary>The rows of a query deleted, changed and archived in batches, compared with one statement.</summary>
    ByQuery,

    /// <summary>Imports of which some rows are bad and set aside, compared with good rows.</summary>
    BadRows,
}

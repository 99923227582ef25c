using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Feeding;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Execution.ServerValues;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>A part of a call: its rows and the objects that send them. Most calls have one part.</summary>
internal sealed class CallPart
{
    public required BulkRequest Request { get; init; }

    public required RowGroups RowGroups { get; init; }

    /// <summary>The tracked entities among the rows.</summary>
    public required StoredEntries Stored { get; init; }

    /// <summary>The keys of stored rows that were found.</summary>
    public required FoundKeys Found { get; init; }

    /// <summary>The values that the server generates for the rows.</summary>
    public required GeneratedValues Generated { get; init; }

    public required StatementSender Sender { get; init; }

    /// <summary>Sets refused rows aside; <see langword="null" /> if one fails the call.</summary>
    public RowSifter? Sifter { get; init; }

    public required RowFeed Feed { get; init; }
}

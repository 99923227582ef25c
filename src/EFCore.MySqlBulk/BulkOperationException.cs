using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk;

/// <summary>A bulk operation failed. <see cref="BulkException.Outcome" /> says what it left stored: usually nothing.
/// <see cref="Exception.InnerException" /> is the driver's own exception if the server or the driver refused something. If a connection broke while
/// statements were in flight, or another driver sent the rows, it is another <see cref="System.Data.Common.DbException" />.</summary>
public sealed class BulkOperationException : BulkException
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What failed, and what to do about it.</param>
    /// <param name="innerException">The driver's exception, if there is one.</param>
    /// <param name="entries">The tracked entry of the row at fault, if the row is known and tracked.</param>
    public BulkOperationException(string message, Exception? innerException = null, IReadOnlyList<EntityEntry>? entries = null)
        : base(message, innerException, entries)
    {
    }

    /// <summary>The same failure with another message, and with what an initializer sets.</summary>
    internal BulkOperationException(string message, BulkOperationException known)
        : base(message, known)
    {
        RowIndex = known.RowIndex;
        RowPath = known.RowPath;
        Key = known.Key;
        LastKey = known.LastKey;
        UnknownUpTo = known.UnknownUpTo;
        TransactionLost = known.TransactionLost;
    }

    /// <summary>The position of the row at fault in the rows given, counted from 0; <see langword="null" /> if no single row is known to be at fault.</summary>
    public int? RowIndex { get; init; }

    /// <summary>The path from that row to the related or owned entity at fault, such as <c>Lines[7].Product</c>; <see langword="null" /> if it is the row itself, the link of a many-to-many
    /// relationship, or not known.</summary>
    public string? RowPath { get; init; }

    /// <summary>The key of the row at fault, one value per key column; empty if the row or its key is not known.</summary>
    public IReadOnlyList<object?> Key { get; init; } = [];

    /// <summary>The key of the last row of the batches that are stored, if a call by query failed; before the first one, the key after which it began; empty otherwise. The same call with it as <c>After</c> goes on there.</summary>
    public IReadOnlyList<object?> LastKey { get; init; } = [];

    /// <summary>If a batch of a call by query got no answer, the key of its last row: the rows after <see cref="LastKey" /> and up to this one may be changed, all of them or none. Empty otherwise.</summary>
    public IReadOnlyList<object?> UnknownUpTo { get; init; } = [];

    /// <summary>Whether the server has ended the transaction (deadlock, lost connection). If it was the caller's, it is rolled back as a whole and can no longer be used.</summary>
    public bool TransactionLost { get; init; }
}

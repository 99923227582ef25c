namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Checks what <c>Rejected</c> is combined with.</summary>
internal static class Rejection
{
    /// <param name="options">The call's options.</param>
    /// <param name="connections">The number of its connections.</param>
    /// <param name="otherDriver">The driver that sends array batches; <see langword="null" /> if the context's does.</param>
    /// <exception cref="ArgumentException">They cannot be combined.</exception>
    public static RejectedRows? Of(BulkOptions? options, int connections, object? otherDriver)
    {
        if ((options as IRejectsRows)?.Rejected is not { } rejected)
            return null;
        string? other = connections > 1 ? $"Connections is {connections}, whose transactions cannot be taken back to one point"
            : otherDriver is not null ? "another driver sends array batches, which end at the first refused row"
            : options is ICommitPortions { CommitRows: not null } ? "CommitRows commits the rows in portions"
            : null;
        return other is null ? rejected : throw new ArgumentException($"Rejected sets refused rows aside within one transaction of the context's connection, but {other}. Leave one of the two out.", nameof(options));
    }
}

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsert</c>.</summary>
public sealed record BulkInsertOptions : BulkOptions
{
    /// <summary>Writes the keys that the server generated to the entities. Default: <see langword="true" />; the only cost is the check of <see cref="VerifyKeys" />.</summary>
    public bool? ReturnKeys { get; init; }

    /// <summary>Verifies the generated keys of a table's first statement with one query, because a trigger can change keys without the client noticing.
    /// Done once per table and server. Default: <see langword="true" />.</summary>
    public bool? VerifyKeys { get; init; }

    /// <summary>Declares that a trigger sets the table's keys: each row then gets a statement of its own, so that its key is known. Default: <see langword="false" />.</summary>
    public bool? HasTrigger { get; init; }

    /// <summary>Reads other values that the server generated (defaults of columns that the row left unset, computed columns, row versions) back to the entities, as <c>SaveChanges</c>
    /// does: with one query per batch, in the call's transaction, and only if the entity type has such columns. The key must be known after the insert.
    /// Default: <see langword="true" />.</summary>
    public bool? ReadGenerated { get; init; }
}

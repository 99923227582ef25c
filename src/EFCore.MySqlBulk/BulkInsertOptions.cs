namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsert</c>.</summary>
public sealed record BulkInsertOptions : BulkOptions
{
    /// <summary>Writes keys that the server generated to the entities. Default: <see langword="true" />; costs nothing but the check of <see cref="VerifyKeys" />.</summary>
    public bool? ReturnKeys { get; init; }

    /// <summary>Proves the generated keys of the first statement of a table with one query, because a trigger can set keys unseen.
    /// Once per table and server. Default: <see langword="true" />.</summary>
    public bool? VerifyKeys { get; init; }

    /// <summary>Says that a trigger sets the table's keys: each row has a statement of its own, so that its key is known. Default: <see langword="false" />.</summary>
    public bool? HasTrigger { get; init; }

    /// <summary>Reads other values that the server gave (defaults that the row left to it, computed columns, row versions) back to the entities, as <c>SaveChanges</c>
    /// does: with one query per batch, in the call's transaction, and only where the entity type has such columns. Needs a key that is known after the insert.
    /// Default: <see langword="true" />.</summary>
    public bool? ReadGenerated { get; init; }
}

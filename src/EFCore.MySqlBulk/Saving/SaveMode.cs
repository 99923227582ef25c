namespace EFCore.MySqlBulk.Saving;

/// <summary>Whether <c>SaveChanges</c> of a context sends in bulk. A scoped service of EF Core, one for each context.</summary>
internal sealed class SaveMode
{
    /// <summary>Whether it does during the current call, whatever the context's options say.</summary>
    public bool IsOn { get; set; }

    /// <summary>Whether the last batch was sent without a transaction, so that its statement commits by itself.</summary>
    public bool CommitsByItself { get; set; }

    /// <summary>Receives the runs that were sent in bulk, if set.</summary>
    public List<BulkResult>? Sent { get; set; }
}

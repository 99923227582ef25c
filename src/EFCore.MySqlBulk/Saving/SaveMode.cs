namespace EFCore.MySqlBulk.Saving;

/// <summary>Whether <c>SaveChanges</c> of a context sends in bulk. EF Core's services make one for each context.</summary>
internal sealed class SaveMode
{
    /// <summary>It does for the time of one call, whatever the context's options say.</summary>
    public bool IsOn { get; set; }

    /// <summary>The last batch was sent without a transaction, so its statement commits by itself.</summary>
    public bool CommitsByItself { get; set; }

    /// <summary>Takes what was sent in bulk, if somebody wants to know.</summary>
    public List<BulkResult>? Sent { get; set; }
}

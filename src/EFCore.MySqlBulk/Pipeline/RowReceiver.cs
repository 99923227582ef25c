namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Takes the results of a query, packet by packet.</summary>
internal abstract class RowReceiver
{
    /// <summary>Whether rows stay in memory until the answer has ended, so that their size is limited.</summary>
    public virtual bool KeepsRows => true;

    /// <summary>Starts a result.</summary>
    public virtual void Begin()
    {
    }

    /// <summary>Receives a column's definition.</summary>
    public virtual void Column(ReadOnlySpan<byte> packet)
    {
    }

    /// <summary>Starts a row with the given number of fields.</summary>
    public abstract void Row(ReadOnlySpan<byte> packet, int columns);
}

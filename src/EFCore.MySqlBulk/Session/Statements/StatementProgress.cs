using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The progress of the statements that carry rows on the context's connection. Without a transaction, only this shows what they have
/// stored.</summary>
internal sealed class StatementProgress
{
    /// <summary>The state of the last statement.</summary>
    public StatementState State { get; private set; }

    /// <summary>The number of rows that the last statement affected, according to the server.</summary>
    public int Affected { get; private set; }

    /// <summary>Whether the driver was given a statement.</summary>
    public bool HasSent { get; private set; }

    /// <summary>Whether a statement has ended the transaction, so that earlier rows are stored.</summary>
    public bool HasLeftTransaction { get; set; }

    /// <summary>Resets for the next statement.</summary>
    public void Begin() => State = StatementState.NotSent;

    /// <summary>Records that everything since the refused statement was rolled back.</summary>
    public void TakeBack() => State = StatementState.Refused;

    /// <summary>Waits for the answer to a statement that the driver was given.</summary>
    /// <param name="isFollowed">Whether a query follows it, which may be the interrupted one.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="rowsTaken">The number of rows that it affected, if a query behind it was answered, which proves that it was run; otherwise 0.</param>
    public async ValueTask<int> OfAsync(bool isFollowed, ValueTask<int> answer, Func<int>? rowsTaken = null)
    {
        bool hadSent = HasSent;
        (State, HasSent, Affected) = (StatementState.UnderWay, true, 0);
        try
        {
            Affected = Math.Max(0, await answer.ConfigureAwait(false));
            State = StatementState.Taken;
            return Affected;
        }
        catch when (rowsTaken?.Invoke() > 0)
        {
            (State, Affected) = (StatementState.Taken, rowsTaken());
            throw;
        }
        catch (Exception exception) when (ServerError.IsAnswer(exception) && !(isFollowed && ServerError.Number(exception) == ServerError.QueryInterrupted))
        {
            State = StatementState.Refused;
            throw;
        }
        catch (Exception exception) when (exception is TransactionGoneException || ServerError.IsOfAnOpenReader(exception))
        {
            (State, HasSent) = (StatementState.NotSent, hadSent);
            throw;
        }
    }
}

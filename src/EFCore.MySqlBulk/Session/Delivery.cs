namespace EFCore.MySqlBulk.Session;

/// <summary>How far the statements that carry rows have come on the context's connection. Without a transaction that is all there is to know what they
/// have stored.</summary>
internal sealed class Delivery
{
    /// <summary>Of the last statement.</summary>
    public DeliveryState State { get; private set; }

    /// <summary>Rows that the server says the last statement affected.</summary>
    public int Affected { get; private set; }

    /// <summary>The driver was given a statement.</summary>
    public bool HasSent { get; private set; }

    /// <summary>The next statement is made ready.</summary>
    public void Begin() => State = DeliveryState.NotSent;

    /// <summary>What was sent since the last statement was refused has been taken back.</summary>
    public void TakeBack() => State = DeliveryState.Refused;

    /// <summary>Waits for the answer to a statement that the driver was given.</summary>
    /// <param name="isFollowed">A query goes behind it, which may be what was interrupted.</param>
    /// <param name="answer">The answer.</param>
    /// <param name="isAnswered">A query behind it was answered, so it was taken whatever comes then.</param>
    public async ValueTask<int> OfAsync(bool isFollowed, ValueTask<int> answer, Func<bool>? isAnswered = null)
    {
        (State, HasSent, Affected) = (DeliveryState.UnderWay, true, 0);
        try
        {
            Affected = Math.Max(0, await answer.ConfigureAwait(false));
            State = DeliveryState.Taken;
            return Affected;
        }
        catch when (isAnswered?.Invoke() == true)
        {
            State = DeliveryState.Taken;
            throw;
        }
        catch (Exception exception) when (ServerError.IsAnswer(exception) && !(isFollowed && ServerError.Number(exception) == ServerError.QueryInterrupted))
        {
            State = DeliveryState.Refused;
            throw;
        }
    }
}

using System.Data.Common;

namespace EFCore.MySqlBulk.Session;

/// <summary>Sees to the context's session for as long as a call takes: confirms facts that were guessed, and makes it strict where it is not. Such a session
/// stores other values in place of those that do not fit, and of the warnings of several statements it tells the last one's only.</summary>
internal sealed class SessionMode(ContextSession session, Facts facts, bool isGuess)
{
    private readonly string _strict = $"SET SESSION sql_mode='{facts.Session.Strict().SqlMode}'";
    private readonly string _own = $"SET SESSION sql_mode='{facts.Session.SqlMode}'";
    private bool _isChanged;

    /// <summary>Both go with the next statement, behind what takes the call back.</summary>
    /// <param name="isOnly">That statement is the only one, and the session's own mode comes back right behind it.</param>
    /// <param name="dependsOnFacts">Facts that do not hold would do harm.</param>
    public void Begin(bool isOnly, bool dependsOnFacts)
    {
        if (isGuess && dependsOnFacts)
            session.Riders.Add(FactsGuard.Statement(facts));
        if (facts.Session.IsStrict)
            return;
        session.Riders.Add(_strict);
        if (isOnly)
            session.Riders.Behind = _own;
        _isChanged = true;
    }

    /// <summary>Gives the session its own mode back.</summary>
    public async ValueTask EndAsync(IOBehavior io, CancellationToken token)
    {
        if (!_isChanged)
            return;
        bool wasSent = !session.Riders.Remove(_strict);
        if (wasSent && !session.Riders.HasArrived(_own))
            await session.Commands.ControlAsync(_own, io, token).ConfigureAwait(false);
        _isChanged = false;
    }

    /// <summary>The same after a failure, which is the one to report.</summary>
    public async ValueTask EndAfterFailureAsync(IOBehavior io)
    {
        try
        {
            if (session.IsOpen)
                await EndAsync(io, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException && !session.IsOpen)
        {
            // The connection is gone, and its session with it.
        }
    }
}

using System.Data.Common;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Manages the context's session during a call: confirms guessed facts, and makes the session strict if it is not. A session without strict
/// mode changes values that do not fit, and after several statements it reports only the warnings of the last one.</summary>
internal sealed class SessionMode(ContextSession session, Facts facts, bool isGuess)
{
    private readonly string _strict = $"SET SESSION sql_mode='{facts.Session.Strict().SqlMode}'";
    private readonly string _own = $"SET SESSION sql_mode='{facts.Session.SqlMode}'";
    private bool _isChanged;
    private bool _isGuarded;

    /// <summary>Whether the facts are those of an earlier call.</summary>
    public bool IsGuess => isGuess;

    /// <summary>Confirms guessed facts with the next statement.</summary>
    public void Guard()
    {
        if (isGuess && !_isGuarded)
            session.AttachedStatements.Add(SessionPrecondition.Statement(facts));
        _isGuarded = true;
    }

    /// <summary>Sends both with the next statement, after the call's savepoint.</summary>
    /// <param name="isOnly">Whether it is the only statement, so that the session's own mode is restored right behind it.</param>
    /// <param name="dependsOnFacts">Whether the plan depends on the facts.</param>
    public void Begin(bool isOnly, bool dependsOnFacts)
    {
        if (dependsOnFacts)
            Guard();
        if (facts.Session.IsStrict)
            return;
        session.AttachedStatements.Add(_strict);
        if (isOnly)
            session.AttachedStatements.Behind = _own;
        _isChanged = true;
    }

    /// <summary>Restores the session's own mode.</summary>
    public async ValueTask EndAsync(IOBehavior io, CancellationToken token)
    {
        if (!_isChanged)
            return;
        // Behind a wrong guess the mode was not changed, and the guessed one is not the session's own.
        bool wasRun = !session.AttachedStatements.Remove(_strict) && !session.AttachedStatements.WereRefused;
        if (wasRun && !session.AttachedStatements.HasRun(_own))
            await session.Commands.ControlAsync(_own, io, token).ConfigureAwait(false);
        _isChanged = false;
    }

    /// <summary>Does the same after a failure, without hiding it.</summary>
    public async ValueTask EndAfterFailureAsync(IOBehavior io)
    {
        try
        {
            if (session.IsOpen)
                await EndAsync(io, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException && !session.IsOpen)
        {
            // The connection broke, and its session has ended.
        }
    }
}

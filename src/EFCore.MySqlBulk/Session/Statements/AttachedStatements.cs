using System.Data.Common;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Statements that are sent in the packet of the next statement instead of a round trip of their own: before it savepoints and others;
/// behind it queries about its outcome, then one more statement. Only the queries return results, so the position of the statement's own result does
/// not change.</summary>
internal sealed class AttachedStatements
{
    // The separator has its own line, since the statement before may end in a comment.
    private const string Separator = "\n;\n";
    private readonly List<string> _before = [];
    private readonly List<string> _attached = [];
    private string? _ran;

    /// <summary>The statement to send behind the next one, if possible.</summary>
    public string? Behind { get; set; }

    /// <summary>Queries right behind the next statement, whose answers are read with it.</summary>
    public string? Queries { get; set; }

    /// <summary>Whether the server has refused a precondition among them, so that nothing behind it was run.</summary>
    public bool WereRefused { get; private set; }

    public void Add(string statement) => _before.Add(statement);

    /// <summary>Removes a statement that has not been sent yet. Returns whether it was attached.</summary>
    public bool Remove(string statement) => _before.Remove(statement) || _attached.Remove(statement);

    /// <summary>Whether a statement has not been sent yet.</summary>
    public bool IsWaiting(string statement) => _before.Contains(statement) || _attached.Contains(statement);

    /// <summary>Records that the driver was given the statement with all attached ones.</summary>
    public void Sent() => _attached.Clear();

    /// <summary>Whether a statement was sent behind another, and both were run.</summary>
    public bool HasRun(string statement) => _ran == statement;

    /// <summary>Puts the attached statements around a statement. Returns the one behind it.</summary>
    public string? Attach(DbCommand command)
    {
        string? behind = Behind;
        string text = InFrontOf(command.CommandText);
        if (Queries is not null || behind is not null)
            text = string.Concat([text, .. new[] { Queries, behind }.Where(s => s is not null).Select(s => Separator + s)]);
        if (!ReferenceEquals(text, command.CommandText))
            command.CommandText = text;
        (Queries, Behind) = (null, null);
        return behind;
    }

    /// <summary>Puts those that are sent before the next statement in front of its text.</summary>
    public string InFrontOf(string text)
    {
        // Detaches them after an interceptor has suppressed the statement.
        _before.InsertRange(0, _attached);
        _attached.Clear();
        _attached.AddRange(_before);
        _before.Clear();
        return _attached.Count == 0 ? text : string.Concat([.. _attached.Select(s => s + ";"), text]);
    }

    /// <summary>Records that the statement and those attached to it were run.</summary>
    public void Ran(string? behind) => _ran = behind;

    /// <summary>Takes those that are sent before the next statement, as one text; <see langword="null" /> if there are none. The one behind is then not sent.</summary>
    public string? TakeAll()
    {
        string? taken = PeekNext(all: true) is [_, ..] all ? string.Join(';', all) : null;
        _before.Clear();
        return taken;
    }

    /// <summary>What is to be thrown for the server's error: if it is that of a precondition among them, this is recorded.</summary>
    public Exception Refused(DbException error)
    {
        if (!SessionPrecondition.HasFired(error))
            return error;
        WereRefused = true;
        return new FactsChangedException();
    }

    /// <summary>The next statements to send before the other, all of them or one; none if there are none. The one behind is then not
    /// sent.</summary>
    public IReadOnlyList<string> PeekNext(bool all)
    {
        Behind = null;
        return [.. all ? _before : _before.Take(1)];
    }
}

using System.Data.Common;

namespace EFCore.MySqlBulk.Session;

/// <summary>What rides in the packet of the next statement instead of making a round trip of its own: savepoints and what else goes before it, and behind
/// it queries of what it did, then one statement. But for the queries none has a result, so that the statement's own is where it always is.</summary>
internal sealed class Riders
{
    // A line of its own, since the statement before may end in a comment.
    private const string Separator = "\n;\n";
    private readonly List<string> _before = [];
    private readonly List<string> _boarded = [];
    private string? _arrived;

    /// <summary>Goes behind the next statement, where it can.</summary>
    public string? Behind { get; set; }

    /// <summary>Queries right behind the next statement, whose answers are read with it.</summary>
    public string? Queries { get; set; }

    public void Add(string statement) => _before.Add(statement);

    /// <summary>Forgets a statement that was not sent yet. Returns whether it was waiting.</summary>
    public bool Remove(string statement) => _before.Remove(statement) || _boarded.Remove(statement);

    /// <summary>Whether a statement was not sent yet.</summary>
    public bool IsWaiting(string statement) => _before.Contains(statement) || _boarded.Contains(statement);

    /// <summary>What was put around a statement is on its way: the driver has it.</summary>
    public void Sent() => _boarded.Clear();

    /// <summary>A statement rode behind another, and both were run.</summary>
    public bool HasArrived(string statement) => _arrived == statement;

    /// <summary>Puts the riders around a statement. Returns the one behind it.</summary>
    public string? Board(DbCommand command)
    {
        // An interceptor kept back the statement that they were to go with.
        _before.InsertRange(0, _boarded);
        _boarded.Clear();
        string? behind = Behind;
        if (_before.Count > 0 || Queries is not null || behind is not null)
        {
            IEnumerable<string?> after = new[] { Queries, behind }.Where(s => s is not null).Select(s => Separator + s);
            command.CommandText = string.Concat([.. _before.Select(s => s + ";"), command.CommandText, .. after]);
        }

        _boarded.AddRange(_before);
        _before.Clear();
        (Queries, Behind) = (null, null);
        return behind;
    }

    /// <summary>The statement and its riders were run.</summary>
    public void Arrive(string? behind) => _arrived = behind;

    /// <summary>The next that goes before the statement, to be sent on its own; <see langword="null" /> where there is none. The one behind stays
    /// away then.</summary>
    public string? PeekNext()
    {
        Behind = null;
        return _before.FirstOrDefault();
    }
}

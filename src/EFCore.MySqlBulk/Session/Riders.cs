using System.Data.Common;

namespace EFCore.MySqlBulk.Session;

/// <summary>What rides in the packet of the next statement instead of making a round trip of its own: savepoints and what else goes before it, and one
/// statement behind it. None has a result, so that the statement's own is where it always is.</summary>
internal sealed class Riders
{
    // A line of its own, since the statement before may end in a comment.
    private const string Separator = "\n;\n";
    private readonly List<string> _before = [];
    private string? _arrived;

    /// <summary>Goes behind the next statement, where it can.</summary>
    public string? Behind { get; set; }

    public void Add(string statement) => _before.Add(statement);

    /// <summary>Forgets a statement that was not sent yet. Returns whether it was waiting.</summary>
    public bool Remove(string statement) => _before.Remove(statement);

    /// <summary>A statement rode behind another, and both were run.</summary>
    public bool HasArrived(string statement) => _arrived == statement;

    /// <summary>Puts the riders around a statement. Returns the one behind it.</summary>
    public string? Board(DbCommand command)
    {
        string? behind = Behind;
        if (_before.Count > 0 || behind is not null)
            command.CommandText = string.Concat(_before.Select(s => s + ";")) + command.CommandText + (behind is null ? "" : Separator + behind);
        _before.Clear();
        Behind = null;
        return behind;
    }

    /// <summary>The statement and its riders were run.</summary>
    public void Arrive(string? behind) => _arrived = behind;

    /// <summary>Takes the next that goes before the statement, to be sent on its own; <see langword="null" /> where there is none. The one behind stays
    /// away then.</summary>
    public string? TakeNext()
    {
        Behind = null;
        if (_before.Count == 0)
            return null;
        string next = _before[0];
        _before.RemoveAt(0);
        return next;
    }
}

using System.Data.Common;

namespace EFCore.MySqlBulk.Session;

/// <summary>What rides in the packet of the next statement instead of making a round trip of its own: savepoints before it, the facts query behind it.</summary>
internal sealed class Riders
{
    private readonly List<string> _before = [];

    /// <summary>The facts that the next statement is to confirm.</summary>
    public Facts? ToConfirm { get; set; }

    /// <summary>The facts that came back.</summary>
    public Facts? Confirmed { get; private set; }

    public IReadOnlyList<string> Before => _before;

    public void Add(string statement) => _before.Add(statement);

    /// <summary>Forgets a statement that was not sent yet. Returns whether it was waiting.</summary>
    public bool Remove(string statement) => _before.Remove(statement);

    /// <summary>Puts the riders around a statement.</summary>
    public void Board(DbCommand command)
    {
        if (_before.Count > 0 || ToConfirm is not null)
            command.CommandText = string.Concat(_before.Select(s => s + ";")) + command.CommandText + (ToConfirm is null ? "" : ";" + FactsReader.Query);
        _before.Clear();
    }

    /// <summary>Executes a statement with its riders and reads the facts behind it.</summary>
    public async ValueTask<int> ExecuteAsync(DbCommand command, IOBehavior io, CancellationToken token)
    {
        if (ToConfirm is null)
            return await command.ExecuteNonQueryAsync(io, token).ConfigureAwait(false);
        ToConfirm = null;
        DbDataReader reader = await command.ExecuteReaderAsync(io, token).ConfigureAwait(false);
        try
        {
            await reader.ReadAsync(io, token).ConfigureAwait(false);
            Confirmed = FactsReader.Read(reader);
        }
        finally
        {
            await reader.DisposeAsync(io).ConfigureAwait(false);
        }

        return reader.RecordsAffected;
    }
}

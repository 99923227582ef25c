using System.Data.Common;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>Sends commands over the context's connection, in its transaction.</summary>
internal interface ICommandChannel
{
    ConnectionSettings Settings { get; }

    /// <summary>The statements that are sent together with the next one.</summary>
    AttachedStatements AttachedStatements { get; }

    /// <summary>The progress of the statement that carries rows.</summary>
    StatementProgress StatementProgress { get; }

    /// <summary>A command in the current transaction, with the operation's timeout.</summary>
    DbCommand CreateCommand(string text);

    /// <summary>Enlists a command in the current transaction, which may have begun since the command was made.</summary>
    void Enlist(DbCommand command);

    /// <summary>Executes a command, under a watch if its driver does not end it by itself.</summary>
    ValueTask<int> ExecuteAsync(
        DbCommand command, Func<DbCommand, IOBehavior, CancellationToken, ValueTask<int>> execute, IOBehavior io, CancellationToken token, bool isSeveral = false);

    /// <summary>Logs what was sent, over this connection or another.</summary>
    void Executed(StatementLabel label, TimeSpan time);
}

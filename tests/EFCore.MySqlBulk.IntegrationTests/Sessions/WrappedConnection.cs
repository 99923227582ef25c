using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A connection around another connection, as profilers make them.</summary>
internal sealed class WrappedConnection(DbConnection inner) : DbConnection
{
    public int Commands { get; private set; }

    [AllowNull]
    public override string ConnectionString
    {
        get => inner.ConnectionString;
        set => inner.ConnectionString = value;
    }

    public override string Database => inner.Database;

    public override string DataSource => inner.DataSource;

    public override string ServerVersion => inner.ServerVersion;

    public override ConnectionState State => inner.State;

    public override void ChangeDatabase(string databaseName) => inner.ChangeDatabase(databaseName);

    public override void Open() => inner.Open();

    public override void Close() => inner.Close();

    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => new WrappedTransaction(this, inner.BeginTransaction(isolationLevel));

    protected override DbCommand CreateDbCommand()
    {
        Commands++;
        return new WrappedCommand(this, inner.CreateCommand());
    }
}

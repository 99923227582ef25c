using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace EFCore.MySqlBulk.Tests.DriverStreams;

/// <summary>A connection of a driver that nobody knows.</summary>
internal sealed class UnknownConnection : DbConnection
{
    [AllowNull]
    public override string ConnectionString { get; set; } = "";

    public override string Database => "";

    public override string DataSource => "";

    public override string ServerVersion => "";

    public override ConnectionState State => ConnectionState.Open;

    public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

    public override void Close()
    {
    }

    public override void Open()
    {
    }

    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();

    protected override DbCommand CreateDbCommand() => throw new NotSupportedException();
}

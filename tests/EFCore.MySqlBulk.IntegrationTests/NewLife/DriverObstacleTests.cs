using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.NewLife;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>Connections of drivers to come: whatever they hold that is not known to be harmless is an obstacle, under any name.</summary>
public sealed class DriverObstacleTests
{
    [Fact]
    public void Settings_and_the_state_of_a_connection_are_harmless()
    {
        using NewConnection connection = new();
        Assert.Null(DriverObstacle.Of(connection));
        Assert.Null(DriverObstacle.Observer(connection));
    }

    [Fact]
    public void A_callback_is_found_under_any_name()
    {
        using NewConnection connection = new() { CertificateJudge = () => true };
        Assert.Equal("the connection's CertificateJudge is set, and only the driver calls it", DriverObstacle.Of(connection));
    }

    [Fact]
    public void Something_unknown_is_an_obstacle_once_it_is_set()
    {
        using NewConnection connection = new() { Keys = new KeyRing() };
        Assert.Equal("the connection's Keys is set, and only the driver knows what it is for", DriverObstacle.Of(connection));
    }

    [Fact]
    public void A_data_source_is_searched_and_comes_first()
    {
        using NewSource source = new(() => "secret");
        using NewConnection connection = new() { Source = source, CertificateJudge = () => true };
        Assert.Equal("the data source's Secret is set, and only the driver calls it", DriverObstacle.Of(connection));
    }

    [Fact]
    public void Who_only_listens_can_be_overruled()
    {
        using NewConnection connection = new();
        connection.StateChange += (_, _) => { };
        Assert.Null(DriverObstacle.Of(connection));
        Assert.Contains("StateChange", DriverObstacle.Observer(connection), StringComparison.Ordinal);
    }

    [Fact]
    public void A_wrapper_sees_every_statement_and_hides_nothing()
    {
        using NewConnection connection = new() { CertificateJudge = () => true };
        using Wrapper wrapper = new(connection);
        Assert.Contains("CertificateJudge", DriverObstacle.Of(wrapper), StringComparison.Ordinal);
        Assert.Equal("the context's connection is wrapped by Wrapper, which must see every statement", DriverObstacle.Observer(wrapper));
    }

    private sealed class KeyRing;

    private sealed class NewSource(Func<string> secret) : DbDataSource
    {
        private readonly Func<string> _secret = secret;

        public override string ConnectionString => _secret();

        protected override DbConnection CreateDbConnection() => throw new NotSupportedException();
    }

    private sealed class Wrapper(DbConnection inner) : Closed
    {
        public DbConnection Inner { get; } = inner;
    }

    private sealed class NewConnection : Closed
    {
        public Func<bool>? CertificateJudge { get; init; }

        public KeyRing? Keys { get; init; }

        public NewSource? Source { get; init; }

        public TimeSpan Timeout { get; init; }
    }

    private abstract class Closed : DbConnection
    {
        [AllowNull]
        public override string ConnectionString { get; set; } = "";

        public override string Database => "";

        public override string DataSource => "";

        public override string ServerVersion => "";

        public override ConnectionState State => ConnectionState.Closed;

        public override void ChangeDatabase(string databaseName) => throw new NotSupportedException();

        public override void Close()
        {
        }

        public override void Open() => throw new NotSupportedException();

        protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => throw new NotSupportedException();

        protected override DbCommand CreateDbCommand() => throw new NotSupportedException();
    }
}

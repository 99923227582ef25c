namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row with concurrency tokens.</summary>
internal sealed class Account
{
    public Guid Id { get; set; }

    public int Balance { get; set; }

    public int Revision { get; set; }

    public byte[]? Version { get; set; }
}

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>The first byte of a command, as defined by the protocol.</summary>
public enum CommandCode : byte
{
    Quit = 0x01,
    Query = 0x03,
    StatementPrepare = 0x16,
    StatementExecute = 0x17,
    StatementClose = 0x19,
    ResetConnection = 0x1F,
}

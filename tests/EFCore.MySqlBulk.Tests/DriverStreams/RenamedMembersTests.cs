using System.Reflection;
using System.Reflection.Emit;
using EFCore.MySqlBulk.DriverStreams;

namespace EFCore.MySqlBulk.Tests.DriverStreams;

/// <summary>A version of a driver whose members have other names is not guessed at.</summary>
public sealed class RenamedMembersTests
{
    [Fact]
    public void A_driver_without_the_session_is_not_known()
    {
        Assert.Null(MySqlConnectorMembers.Of(Double(session: "Session", stream: "m_stream"), out string? missing));
        Assert.Equal("this version of the driver is not known: it has no MySqlConnector.Core.ServerSession", missing);
    }

    [Fact]
    public void A_renamed_stream_is_named()
    {
        Assert.Null(MySqlConnectorMembers.Of(Double(session: "ServerSession", stream: "_stream"), out string? missing));
        Assert.Equal("this version of the driver is not known: ServerSession has no m_stream", missing);
    }

    [Fact]
    public void A_stream_of_another_type_is_not_taken()
    {
        Assert.Null(MySqlConnectorMembers.Of(Double(session: "ServerSession", stream: "m_stream", streamType: typeof(object)), out string? missing));
        Assert.Equal("this version of the driver is not known: ServerSession has no m_stream", missing);
    }

    [Fact]
    public void What_comes_after_the_stream_is_looked_for_too()
    {
        Assert.Null(MySqlConnectorMembers.Of(Double(session: "ServerSession", stream: "m_stream"), out string? missing));
        Assert.Equal("this version of the driver is not known: ServerSession has no m_sslStream", missing);
    }

    [Fact]
    public void Another_driver_is_named()
    {
        using UnknownConnection connection = new();
        Assert.Null(DriverStreamFinder.Find(connection, _ => null, out string? obstacle));
        Assert.Equal("the stream under a connection of EFCore.MySqlBulk.Tests is not known", obstacle);
    }

    // The type of a connection whose assembly has these names.
    private static Type Double(string session, string stream, Type? streamType = null)
    {
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new("MySqlConnector"), AssemblyBuilderAccess.Run).DefineDynamicModule("MySqlConnector");
        TypeBuilder inner = module.DefineType($"MySqlConnector.Core.{session}", TypeAttributes.Public);
        inner.DefineField(stream, streamType ?? typeof(Stream), FieldAttributes.Private);
        Type made = inner.CreateType();
        TypeBuilder outer = module.DefineType("MySqlConnector.MySqlConnection", TypeAttributes.Public);
        outer.DefineField("m_session", made, FieldAttributes.Private);
        return outer.CreateType();
    }
}

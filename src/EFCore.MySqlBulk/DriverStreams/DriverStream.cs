using System.Data.Common;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The stream under a driver's open connection. It can be used while the driver is idle, between <see cref="Begin" /> and
/// <see cref="End" />, and the driver's own commands work afterwards: each command of the protocol starts its packet numbers anew.</summary>
internal abstract class DriverStream
{
    /// <summary>The statement that makes the server send text in utf8mb4, if <see cref="AnswersInUtf8" /> is false.</summary>
    public const string AnswerInUtf8 = "SET character_set_results=utf8mb4";

    /// <summary>The statement that reverts <see cref="AnswerInUtf8" />.</summary>
    public const string AnswerInColumnsCharacterSets = "SET character_set_results=NULL";

    /// <summary>The driver's object for the server's session, which a pool keeps when the connection is closed.</summary>
    public abstract object Session { get; }

    public abstract Stream Stream { get; }

    /// <summary>The socket under the stream; <see langword="null" /> if it has none.</summary>
    public Socket? Socket => ((Stream is SslStream tls ? InnerOf(tls) : Stream) as NetworkStream)?.Socket;

    public abstract PipelineFormat Format { get; }

    /// <summary>The current database, as the driver knows it.</summary>
    public abstract string Database { get; }

    /// <summary>Whether the server sends text in utf8mb4. Otherwise the driver has set <c>character_set_results</c> to <c>NULL</c>, and each text
    /// comes in its column's own character set.</summary>
    public abstract bool AnswersInUtf8 { get; }

    /// <summary>Starts to talk to the server over the stream, between <see cref="Begin" /> and <see cref="End" />.</summary>
    /// <param name="synchronous">Whether it blocks instead of awaiting.</param>
    public PipelineSession StartPipeline(bool synchronous) => new(Stream, Socket, Format, Database, synchronous);

    /// <summary>Marks the connection as busy, so that the driver refuses every other use of it.</summary>
    /// <exception cref="InvalidOperationException">The connection is in use.</exception>
    /// <exception cref="Pipeline.Transport.PipelineBrokenException">The driver has read a packet that answers no command: the server is closing the connection.</exception>
    public abstract void Begin();

    /// <summary>Returns the stream to the driver.</summary>
    public abstract void End();

    /// <summary>Marks the driver's connection as broken, so that neither the driver nor its pool uses it again.</summary>
    public abstract void Fail(Exception reason);

    /// <summary>The driver's own exception for a server's error.</summary>
    public abstract DbException ErrorOf(ServerException error);

    // Classes derived from it may read the property.
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_InnerStream")]
    private static extern Stream InnerOf(AuthenticatedStream stream);
}

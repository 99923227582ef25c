namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>One MySQL packet that passes the proxy, or one TLS record.</summary>
/// <param name="ToServer">Its direction.</param>
/// <param name="Bytes">Its header and payload.</param>
public readonly record struct RelayedPacket(bool ToServer, ReadOnlyMemory<byte> Bytes)
{
    public const int HeaderBytes = 4;

    /// <summary>It is a TLS record, and its content is encrypted.</summary>
    public bool IsEncrypted { get; init; }

    public byte Sequence => Bytes.Span[3];

    public ReadOnlyMemory<byte> Payload => Bytes[HeaderBytes..];

    /// <summary>The command that it begins; null for an answer, a login packet and the continuation of another packet.</summary>
    public CommandCode? Command => !IsEncrypted && ToServer && Sequence == 0 && Payload.Length > 0 ? (CommandCode)Payload.Span[0] : null;

    /// <summary>The SQL of a query, possibly after query attributes that the driver sends; callers search in it, so those do no harm.</summary>
    public string Text => System.Text.Encoding.UTF8.GetString(Payload.Span[1..]);

    /// <summary>Whether it is a query that commits.</summary>
    public bool IsCommit => Command == CommandCode.Query && Text.EndsWith("COMMIT", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether it asks for TLS: a login packet that ends before the user's name.</summary>
    public bool IsTlsRequest => !IsEncrypted && ToServer && Sequence == 1 && Payload.Length == 32 && (Payload.Span[1] & 0x08) != 0;

    /// <summary>Whether it is the server's first packet.</summary>
    public bool IsGreeting => !IsEncrypted && !ToServer && Sequence == 0 && Payload.Length > 32 && Payload.Span[0] == 10 && AfterVersion > 5;

    /// <summary>The position of the connection's number in a greeting: behind the version, a text that ends with 0.</summary>
    public int AfterVersion => Payload.Span.IndexOf((byte)0) + 1;

    /// <summary>Removes TLS from the capabilities in a greeting.</summary>
    public void HideTls(byte[] bytes) => bytes[HeaderBytes + AfterVersion + 14] &= 0xF7;
}
